import sys
import requests

url, count = sys.argv[1:]
session = requests.Session()
session.headers["authorization"] = "Bearer any"
for number in range(1, int(count) + 1):
    try:
        response = session.post(f"{url}/plants", json={"id": number, "name": "Fern"}, timeout=3)
        print(number, response.status_code, response.text)
    except requests.RequestException:
        print(number, "error")
