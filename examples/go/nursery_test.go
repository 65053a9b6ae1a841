package nursery

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"testing"
)

var mockURL string

// TestMain starts the mock as a child process, which ends with this one because its standard input ends then.
func TestMain(m *testing.M) {
	mock := exec.Command("node_modules/.bin/plant-store-mock", "--port", "0", "--json", "--exit-with-stdin")
	mock.Stderr = os.Stderr
	stdin, _ := mock.StdinPipe()
	stdout, _ := mock.StdoutPipe()
	if err := mock.Start(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	line, _ := bufio.NewReader(stdout).ReadBytes('\n') // Nobody has to read the rest of its log.
	var ready struct{ URL string }
	if err := json.Unmarshal(line, &ready); err != nil {
		fmt.Fprintln(os.Stderr, "The mock has not started.")
		os.Exit(1)
	}
	mockURL = ready.URL
	code := m.Run()
	stdin.Close()
	mock.Wait()
	os.Exit(code)
}

// store returns the base URL of a session for this test, and runs it in parallel.
func store(t *testing.T) string {
	t.Parallel()
	return mockURL + "/sessions/" + url.PathEscape(t.Name())
}

// admin calls the admin API, and returns the body of the response.
func admin(t *testing.T, method, url, body string) string {
	t.Helper()
	request, err := http.NewRequest(method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode >= 300 {
		t.Fatal(response.Status, string(text), err)
	}
	return string(text)
}

func check(t *testing.T, url string, plant Plant, expected string) {
	t.Helper()
	actual, err := Create(url, plant)
	if err != nil || actual != expected {
		t.Errorf("expected %q, but was %q (%v)", expected, actual, err)
	}
}

var fern = Plant{ID: 1, Name: "Fern"}

func TestCreatesAPlant(t *testing.T) {
	for _, name := range []string{"Fern", "Bird's nest / large"} {
		t.Run(name, func(t *testing.T) {
			url := store(t)
			check(t, url, Plant{ID: 9007199254740993, Name: name}, "created")
			plants := admin(t, "GET", url+"/__admin/plants", "")
			if expected := fmt.Sprintf(`{"plants":[{"id":9007199254740993,"name":%q}]}`, name); plants != expected {
				t.Errorf("expected %s, but was %s", expected, plants)
			}
		})
	}
}

func TestSaysWhatAFaultMeans(t *testing.T) {
	for _, row := range []struct {
		fault, meaning string
		exists         bool
	}{
		{`{"type":"reset"}`, "may exist", false},
		{`{"type":"reset","afterCreate":true}`, "may exist", true},
		{`{"type":"reset","afterCreate":true,"close":true}`, "may exist", true},
		{`{"type":"truncate","bytes":5}`, "may exist", true},
		{`{"type":"hang","afterCreate":true}`, "may exist", true},
		{`{"type":"stall","bytes":5}`, "may exist", true},
		{`{"type":"status","status":400}`, "does not exist", false},
		{`{"type":"status","status":408}`, "may exist", false},
		{`{"type":"status","status":503}`, "may exist", false},
		{`{"type":"status","status":503,"afterCreate":true}`, "may exist", true},
		{`{"type":"status","status":200,"body":"<p>","afterCreate":false}`, "may exist", false},
	} {
		t.Run(row.fault, func(t *testing.T) {
			url := store(t)
			admin(t, "POST", url+"/__admin/faults", row.fault)
			check(t, url, fern, row.meaning)
			if plants := admin(t, "GET", url+"/__admin/plants", ""); strings.Contains(plants, "Fern") != row.exists {
				t.Errorf("expected Fern to exist: %v, but the plants are %s", row.exists, plants)
			}
		})
	}
}

func TestSaysThatAnIdIsTaken(t *testing.T) {
	url := store(t)
	admin(t, "PATCH", url+"/__admin/settings", `{"rules":{"duplicates":{"status":409,"error":1003}}}`)
	admin(t, "POST", url+"/__admin/plants", `{"id":1,"name":"Moss"}`)
	check(t, url, fern, "the id is taken")
}
