"""The mock as a child process, with a session for each test."""

import json
import pathlib
import subprocess
import urllib.parse
import urllib.request

import pytest

MOCK = pathlib.Path(__file__).parent / "node_modules" / ".bin" / "plant-store-mock"


class Store:
    """Controls the mock of one test."""

    def __init__(self, url):
        self.url = url

    def __call__(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.url}/__admin/{path}", data, method=method)
        with urllib.request.urlopen(request) as response:
            return json.loads(response.read() or "null")


@pytest.fixture(scope="session")
def mock_url():
    # With --exit-with-stdin, it ends with this process, even if that is killed.
    command = [MOCK, "--port", "0", "--json", "--exit-with-stdin"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as mock:
        ready = mock.stdout.readline()
        if not ready:
            pytest.fail("The mock has not started. Its message is in the captured stderr.")
        yield json.loads(ready)["url"]
        mock.terminate()


@pytest.fixture
def store(mock_url, request):
    return Store(f"{mock_url}/sessions/{urllib.parse.quote(request.node.name, safe='')}")
