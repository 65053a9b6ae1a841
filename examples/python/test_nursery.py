import nursery
import pytest

FERN = {"id": 1, "name": "Fern"}


@pytest.mark.parametrize("name", ["Fern", "Bird's nest [large]"])
def test_creates_a_plant(store, name):
    assert nursery.create(store.url, {"id": 1, "name": name}) == "created"
    assert store("GET", "plants") == {"plants": [{"id": 1, "name": name}]}


def test_says_that_a_plant_may_exist_if_the_response_is_lost(store):
    store("POST", "faults", {"type": "reset", "afterCreate": True})
    assert nursery.create(store.url, FERN) == "may exist"
    assert store("GET", "plants") == {"plants": [FERN]}


def test_says_that_an_id_is_taken(store):
    store("PATCH", "settings", {"rules": {"duplicates": {"status": 409, "error": 1003}}})
    store("POST", "plants", {"id": 7, "name": "Moss"})
    assert nursery.create(store.url, {"id": 7, "name": "Fern"}) == "the id is taken"


@pytest.mark.parametrize(("status", "meaning"), [(400, "does not exist"), (408, "may exist"), (503, "may exist")])
def test_says_what_a_status_means(store, status, meaning):
    store("POST", "faults", {"type": "status", "status": status})
    assert nursery.create(store.url, FERN) == meaning
