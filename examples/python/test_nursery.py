import nursery
import pytest

FERN = {"id": 9007199254740993, "name": "Fern"}

pytestmark = pytest.mark.parametrize("create", [nursery.create_with_requests, nursery.create_with_httpx])


@pytest.mark.parametrize("name", ["Fern", "Bird's nest [large]"])
def test_creates_a_plant(store, create, name):
    assert create(store.url, {"id": 1, "name": name}) == "created"
    assert store("GET", "plants") == {"plants": [{"id": 1, "name": name}]}


@pytest.mark.parametrize(
    ("fault", "meaning", "exists"),
    [
        ({"type": "reset"}, "may exist", False),
        ({"type": "reset", "afterCreate": True}, "may exist", True),
        ({"type": "reset", "afterCreate": True, "close": True}, "may exist", True),
        ({"type": "truncate", "bytes": 5}, "may exist", True),
        ({"type": "hang", "afterCreate": True}, "may exist", True),
        ({"type": "stall", "bytes": 5}, "may exist", True),
        ({"type": "status", "status": 400}, "does not exist", False),
        ({"type": "status", "status": 408}, "may exist", False),
        ({"type": "status", "status": 503}, "may exist", False),
        ({"type": "status", "status": 503, "afterCreate": True}, "may exist", True),
        ({"type": "status", "status": 200, "body": "<p>", "afterCreate": False}, "may exist", False),
    ],
)
def test_says_what_a_fault_means(store, create, fault, meaning, exists):
    store("POST", "faults", fault)
    assert create(store.url, FERN, timeout=5) == meaning
    assert store("GET", "plants") == {"plants": [FERN] if exists else []}


def test_says_that_an_id_is_taken(store, create):
    store("PATCH", "settings", {"rules": {"duplicates": {"status": 409, "error": 1003}}})
    store("POST", "plants", {"id": 7, "name": "Moss"})
    assert create(store.url, {"id": 7, "name": "Fern"}) == "the id is taken"
