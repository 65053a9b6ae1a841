"""Tests of a program in Python, with its standard library only.

They control the mock over its admin API. SESSION is the name of a session of this process.
"""

import http.client
import json
import os
import unittest
import urllib.error
import urllib.request

BASE_URL = f"{os.environ['MOCK_URL']}/sessions/{os.environ['SESSION']}"
MAX_INT64 = 9223372036854775807


def admin(method, path, body=None):
    """Calls the admin API. Python reads integers of any size exactly."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"{BASE_URL}/__admin/{path}", data, method=method)
    with urllib.request.urlopen(request) as response:
        text = response.read()
    return json.loads(text) if text else None


def create_plant(plant):
    """The program under test: returns a status, or "unknown" if the response was lost."""
    headers = {"authorization": "Bearer any", "content-type": "application/json"}
    request = urllib.request.Request(f"{BASE_URL}/plants", json.dumps(plant).encode(), headers)
    try:
        with urllib.request.urlopen(request) as response:
            return response.status
    except urllib.error.HTTPError as error:
        with error:
            return error.code
    except (http.client.RemoteDisconnected, ConnectionResetError):
        return "unknown"


class StoreTest(unittest.TestCase):
    def setUp(self):
        admin("POST", "clear")

    def check(self, number):
        plant = {"id": MAX_INT64 - number, "name": os.environ["SESSION"]}
        admin("POST", "faults", [{"type": "status", "status": 503}, {"type": "reset", "afterCreate": True}])
        self.assertEqual(create_plant(plant), 503)
        self.assertEqual(create_plant(plant), "unknown")
        self.assertEqual(create_plant(plant), 200)
        self.assertEqual(admin("GET", "plants"), {"plants": [plant, plant]})
        requests = admin("GET", "requests")["requests"]
        self.assertEqual([request.get("status") for request in requests], [503, None, 200])
        self.assertEqual(admin("GET", "faults"), {"faults": []})


for number in range(20):
    setattr(StoreTest, f"test_plant_{number}", lambda self, number=number: self.check(number))

if __name__ == "__main__":
    unittest.main()
