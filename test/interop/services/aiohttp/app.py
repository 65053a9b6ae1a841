import json
import os

from aiohttp import web

TOKEN = os.environ["TOKEN"]
plants = {}


def respond(status, body):
    # The media type of a text is text/plain.
    return web.Response(status=status, text=json.dumps(body))


def reject(status, error, message):
    return respond(status, {"error": error, "message": message})


@web.middleware
async def authenticate(request, handler):
    if request.headers.get("Authorization") != f"Bearer {TOKEN}":
        return reject(401, 40, "wrong token")
    return await handler(request)


async def create_plant(request):
    try:
        plant = await request.json()
    except ValueError:
        return reject(400, 41, "the body is not JSON")
    if not isinstance(plant, dict) or type(plant.get("id")) is not int or not -(2**63) <= plant["id"] < 2**63:
        return reject(400, 42, "id must be an int64")
    if not isinstance(plant.get("name"), str):
        return reject(400, 42, "name must be a string")
    if "tag" in plant and not isinstance(plant["tag"], str):
        return reject(400, 42, "tag must be a string")
    if plant["id"] in plants:
        return reject(409, 43, f"plant {plant['id']} exists")
    created = {key: plant[key] for key in ("name", "tag") if key in plant}
    plants[plant["id"]] = created
    return respond(200, created)


app = web.Application(middlewares=[authenticate], client_max_size=200_000)
app.router.add_post("/plants", create_plant)
web.run_app(app, host="127.0.0.1", port=int(os.environ["PORT"]), print=None)
