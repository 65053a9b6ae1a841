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
        if error.code == 409:
            return "the id is taken"
        # 408 and 499 say that the request was cut off, not that it was rejected.
        is_rejected = 400 <= error.code < 500 and error.code not in (408, 499)
        return "does not exist" if is_rejected else "may exist"
    except (OSError, http.client.HTTPException):
        return "may exist"  # The store may have created it before the connection was lost.
