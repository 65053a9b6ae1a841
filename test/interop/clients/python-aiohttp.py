import asyncio
import sys
import aiohttp


async def main(url, count):
    timeout = aiohttp.ClientTimeout(total=3)
    async with aiohttp.ClientSession(headers={"authorization": "Bearer any"}, timeout=timeout) as session:
        for number in range(1, count + 1):
            try:
                async with session.post(f"{url}/plants", json={"id": number, "name": "Fern"}) as response:
                    print(number, response.status, await response.text())
            except (aiohttp.ClientError, asyncio.TimeoutError):
                print(number, "error")


asyncio.run(main(sys.argv[1], int(sys.argv[2])))
