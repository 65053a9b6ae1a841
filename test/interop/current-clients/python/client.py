"""Creates plants one after another with a library, and prints what its user sees: client.py LIBRARY URL COUNT"""

import asyncio
import importlib
import sys

HEADERS = {"authorization": "Bearer any"}
TIMEOUT = 3


async def use_requests(requests):  # niquests has the same interface.
    with requests.Session() as session:
        session.headers.update(HEADERS)

        async def create(url, plant):
            response = session.post(url, json=plant, timeout=TIMEOUT)
            return response.status_code, response.text

        await send_all(create, requests.RequestException)


async def use_urllib3(urllib3):
    with urllib3.PoolManager(headers=HEADERS, timeout=TIMEOUT) as pool:

        async def create(url, plant):
            response = pool.request("POST", url, json=plant, headers=HEADERS)
            return response.status, response.data.decode()

        await send_all(create, urllib3.exceptions.HTTPError)


async def use_httpx(httpx):
    with httpx.Client(headers=HEADERS, timeout=TIMEOUT) as client:

        async def create(url, plant):
            response = client.post(url, json=plant)
            return response.status_code, response.text

        await send_all(create, httpx.HTTPError)


async def use_aiohttp(aiohttp):
    timeout = aiohttp.ClientTimeout(total=TIMEOUT)
    async with aiohttp.ClientSession(headers=HEADERS, timeout=timeout) as session:

        async def create(url, plant):
            async with session.post(url, json=plant) as response:
                return response.status, await response.text()

        await send_all(create, (aiohttp.ClientError, asyncio.TimeoutError))


async def use_tornado(_tornado):
    from tornado.escape import json_encode
    from tornado.httpclient import AsyncHTTPClient, HTTPClientError

    client = AsyncHTTPClient()
    headers = HEADERS | {"content-type": "application/json"}

    async def create(url, plant):
        try:
            response = await client.fetch(
                url, method="POST", headers=headers, body=json_encode(plant), request_timeout=TIMEOUT
            )
        except HTTPClientError as error:
            if error.response is None:  # Otherwise, it tells of a status.
                raise
            response = error.response
        return response.code, response.body.decode()

    await send_all(create, (HTTPClientError, OSError))


async def use_treq(treq):
    from twisted.internet import defer, error, reactor
    from twisted.web.client import ResponseFailed

    async def exchange(url, plant):
        response = await treq.post(url, json=plant, headers=HEADERS, timeout=TIMEOUT)
        return response.code, await response.text()

    async def create(url, plant):
        # The timeout of a request does not cover the body.
        return await defer.ensureDeferred(exchange(url, plant)).addTimeout(TIMEOUT, reactor)

    await send_all(create, (ResponseFailed, error.ConnectionLost, defer.CancelledError, defer.TimeoutError))


async def send_all(create, failures):
    for number in range(1, int(sys.argv[3]) + 1):
        try:
            status, text = await create(f"{sys.argv[2]}/plants", {"id": number, "name": "Fern"})
            print(number, status, text)
        except failures:
            print(number, "error")


library = sys.argv[1]
use = globals()["use_requests" if library == "niquests" else f"use_{library}"]
using = use(importlib.import_module(library))
if library == "treq":
    from twisted.internet import defer, task

    task.react(lambda _: defer.ensureDeferred(using))
else:
    asyncio.run(using)
