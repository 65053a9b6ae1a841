package main

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

func main() {
	client := &http.Client{Timeout: 3 * time.Second}
	count, _ := strconv.Atoi(os.Args[2])
	for id := 1; id <= count; id++ {
		plant := strings.NewReader(fmt.Sprintf(`{"id":%d,"name":"Fern"}`, id))
		request, _ := http.NewRequest("POST", os.Args[1]+"/plants", plant)
		request.Header.Set("authorization", "Bearer any")
		request.Header.Set("content-type", "application/json")
		if key := os.Getenv("IDEMPOTENCY_KEY"); key != "" {
			request.Header.Set("idempotency-key", fmt.Sprint(key, id))
		}
		if os.Getenv("ONCE") != "" {
			request.GetBody = nil
		}
		response, err := client.Do(request)
		var body []byte
		if err == nil {
			body, err = io.ReadAll(response.Body)
			response.Body.Close()
		}
		if err == nil {
			fmt.Println(id, response.StatusCode, string(body))
		} else {
			fmt.Println(id, "error")
		}
	}
}
