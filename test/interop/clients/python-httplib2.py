import json
import sys
import httplib2

url, count = sys.argv[1:]
client = httplib2.Http(timeout=3)
headers = {"authorization": "Bearer any", "content-type": "application/json"}
for number in range(1, int(count) + 1):
    try:
        body = json.dumps({"id": number, "name": "Fern"})
        response, content = client.request(f"{url}/plants", "POST", body, headers)
        print(number, response.status, content.decode())
    except Exception:
        client.close()  # It may keep the lost connection.
        print(number, "error")
