// Package nursery is the app that is tested.
package nursery

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"time"
)

// Plant is what the store creates.
type Plant struct {
	ID   int64  `json:"id"`
	Name string `json:"name"`
}

var client = &http.Client{Timeout: 5 * time.Second}

// Create creates a plant, and says what happened to it.
func Create(baseURL string, plant Plant) (string, error) {
	body, err := json.Marshal(plant)
	if err != nil {
		return "", err
	}
	request, err := http.NewRequest(http.MethodPost, baseURL+"/plants", bytes.NewReader(body))
	if err != nil {
		return "", err
	}
	request.Header.Set("Authorization", "Bearer any")
	request.Header.Set("Content-Type", "application/json")
	response, err := client.Do(request)
	if err != nil {
		return "may exist", nil // The store may have created it before the connection was lost.
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return "may exist", nil
	}
	switch status := response.StatusCode; {
	case status == 200:
		if json.Unmarshal(text, new(Plant)) != nil {
			return "may exist", nil // Another server may have responded.
		}
		return "created", nil
	case status == 409:
		return "the id is taken", nil
	case status >= 400 && status < 500 && status != 408 && status != 499:
		return "does not exist", nil // 408 and 499 say that the request was cut off, not that it was rejected.
	}
	return "may exist", nil
}
