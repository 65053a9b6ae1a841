// Creates plants one after another with a library, and prints what its user sees: client LIBRARY URL COUNT
package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/go-resty/resty/v2"
	"github.com/hashicorp/go-retryablehttp"
	"github.com/valyala/fasthttp"
)

const timeout = 3 * time.Second

var once = os.Getenv("ONCE") != ""

// create sends one plant, and returns the status and the body of the response.
type create func(url, plant string) (int, string, error)

func useNetHTTP(idempotencyKey bool) create {
	client := &http.Client{Timeout: timeout}
	return func(url, plant string) (int, string, error) {
		request, _ := http.NewRequest("POST", url, strings.NewReader(plant))
		request.Header.Set("authorization", "Bearer any")
		request.Header.Set("content-type", "application/json")
		if idempotencyKey {
			request.Header.Set("idempotency-key", plant)
		}
		if once {
			request.GetBody = nil
		}
		return read(client.Do(request))
	}
}

func useResty(retries int) create {
	client := resty.New().SetTimeout(timeout).SetRetryWaitTime(time.Millisecond).SetLogger(quiet{})
	if !once {
		client.SetRetryCount(retries)
	}
	return func(url, plant string) (int, string, error) {
		response, err := client.R().SetAuthToken("any").
			SetHeader("content-type", "application/json").SetBody(plant).Post(url)
		return response.StatusCode(), response.String(), err
	}
}

func useRetryableHTTP() create {
	client := retryablehttp.NewClient()
	client.HTTPClient.Timeout = timeout
	client.RetryWaitMin, client.RetryWaitMax = time.Millisecond, time.Millisecond
	client.Logger = nil
	if once {
		client.RetryMax = 0
		client.ErrorHandler = retryablehttp.PassthroughErrorHandler // Otherwise, the last response is an error.
	}
	return func(url, plant string) (int, string, error) {
		request, _ := retryablehttp.NewRequestWithContext(context.Background(), "POST", url, strings.NewReader(plant))
		request.Header.Set("authorization", "Bearer any")
		request.Header.Set("content-type", "application/json")
		return read(client.Do(request))
	}
}

func useFastHTTP() create {
	client := &fasthttp.Client{ReadTimeout: timeout}
	if once {
		client.RetryIfErr = func(*fasthttp.Request, int, error) (bool, bool) { return false, false }
	}
	return func(url, plant string) (int, string, error) {
		request, response := fasthttp.AcquireRequest(), fasthttp.AcquireResponse()
		request.SetRequestURI(url)
		request.Header.SetMethod("POST")
		request.Header.Set("authorization", "Bearer any")
		request.Header.SetContentType("application/json")
		request.SetBodyString(plant)
		err := client.Do(request, response)
		return response.StatusCode(), string(response.Body()), err
	}
}

func read(response *http.Response, err error) (int, string, error) {
	if err != nil {
		return 0, "", err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	return response.StatusCode, string(body), err
}

type quiet struct{}

func (quiet) Errorf(string, ...any) {}
func (quiet) Warnf(string, ...any)  {}
func (quiet) Debugf(string, ...any) {}

func main() {
	create := map[string]func() create{
		"net/http":                      func() create { return useNetHTTP(false) },
		"net/http with Idempotency-Key": func() create { return useNetHTTP(true) },
		"resty":                         func() create { return useResty(0) },
		"resty with SetRetryCount":      func() create { return useResty(3) },
		"retryablehttp":                 useRetryableHTTP,
		"fasthttp":                      useFastHTTP,
	}[os.Args[1]]()
	count, _ := strconv.Atoi(os.Args[3])
	for id := 1; id <= count; id++ {
		status, body, err := create(os.Args[2]+"/plants", fmt.Sprintf(`{"id":%d,"name":"Fern"}`, id))
		if err == nil {
			fmt.Println(id, status, body)
		} else {
			fmt.Println(id, "error")
		}
	}
}
