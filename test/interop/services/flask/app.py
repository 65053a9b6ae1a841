import os
import threading

from flask import Flask, jsonify, request
from werkzeug.exceptions import HTTPException

app = Flask(__name__)
app.config["MAX_CONTENT_LENGTH"] = 64 * 1024

TOKEN = os.environ["TOKEN"]
plants = {}
lock = threading.Lock()


class ApiError(Exception):
    def __init__(self, status, error, message):
        self.status, self.error, self.message = status, error, message


@app.errorhandler(ApiError)
def handle_api_error(error):
    return jsonify(error=error.error, message=error.message), error.status


@app.errorhandler(HTTPException)
def handle_http_exception(error):
    return jsonify(error=error.code, message=error.description), error.code


@app.before_request
def authenticate():
    if request.headers.get("Authorization") != f"Bearer {TOKEN}":
        raise ApiError(401, 1, "invalid or missing token")


def validate(data):
    if not isinstance(data.get("id"), int):
        raise ApiError(400, 3, "id must be an integer")
    if not -(2**63) <= data["id"] < 2**63:
        raise ApiError(400, 3, "id must be an int64")
    if not isinstance(data.get("name"), str):
        raise ApiError(400, 4, "name must be a string")
    if not 1 <= len(data["name"]) <= 100:
        raise ApiError(400, 5, "name must have 1 to 100 characters")
    tag = data.get("tag")
    if tag is not None and not isinstance(tag, str):
        raise ApiError(400, 6, "tag must be a string")
    if tag is not None and len(tag) > 40:
        raise ApiError(400, 7, "tag must have at most 40 characters")


@app.post("/plants")
def create_plant():
    data = request.get_json()
    validate(data)
    plant = {key: data[key] for key in ("name", "tag") if data.get(key) is not None}
    with lock:
        if data["id"] in plants:
            raise ApiError(400, 8, f"plant {data['id']} exists")
        plants[data["id"]] = plant
    return jsonify(plant)


if __name__ == "__main__":
    app.run(host="127.0.0.1", port=int(os.environ["PORT"]), threaded=True)
