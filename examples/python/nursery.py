"""The app that is tested."""

import http.client
import json
import urllib.error
import urllib.request


def create(base_url, plant):
    """Creates a plant, and says what happened to it."""
    headers = {"authorization": "Bearer any", "content-type": "application/json"}
    request = urllib.request.Request(f"{base_url}/plants", json.dumps(plant).encode(), headers)
    try:
        with urllib.request.urlopen(request) as response:
            response.read()
        return "created"
    except urllib.error.HTTPError as error:
        return "the id is taken" if error.code == 409 else "may exist"
    except (OSError, http.client.HTTPException):
        return "may exist"  # The store may have created it before the connection was lost.
