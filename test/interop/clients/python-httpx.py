import sys
import httpx

url, count = sys.argv[1:]
with httpx.Client(headers={"authorization": "Bearer any"}, timeout=3) as client:
    for number in range(1, int(count) + 1):
        try:
            response = client.post(f"{url}/plants", json={"id": number, "name": "Fern"})
            print(number, response.status_code, response.text)
        except httpx.HTTPError:
            print(number, "error")
