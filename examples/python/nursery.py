"""The app that is tested, with each of two libraries."""

import httpx
import requests

HEADERS = {"authorization": "Bearer any"}


def create_with_requests(base_url, plant, timeout=10):
    """Creates a plant, and says what happened to it."""
    try:
        response = requests.post(f"{base_url}/plants", json=plant, headers=HEADERS, timeout=timeout)
        return meaning_of(response.status_code, response.json)
    except requests.RequestException:
        return "may exist"  # The store may have created it before the connection was lost.


def create_with_httpx(base_url, plant, timeout=10):
    """Creates a plant, and says what happened to it."""
    try:
        response = httpx.post(f"{base_url}/plants", json=plant, headers=HEADERS, timeout=timeout)
        return meaning_of(response.status_code, response.json)
    except httpx.HTTPError:
        return "may exist"


def meaning_of(status, read_json):
    if status == 200:
        try:
            return "created" if "name" in read_json() else "may exist"
        except ValueError:
            return "may exist"  # Another server may have responded.
    if status == 409:
        return "the id is taken"
    # 408 and 499 say that the request was cut off, not that it was rejected.
    is_rejected = 400 <= status < 500 and status not in (408, 499)
    return "does not exist" if is_rejected else "may exist"
