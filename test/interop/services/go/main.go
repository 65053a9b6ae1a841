package main

import (
	"encoding/json"
	"log"
	"net/http"
	"os"
	"sync"
)

type Plant struct {
	Name string `json:"name"`
	Tag  string `json:"tag,omitempty"`
}

type NewPlant struct {
	ID int64 `json:"id"`
	Plant
}

type Store struct {
	mu     sync.Mutex
	plants map[int64]Plant
}

func respond(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(body)
}

func fail(w http.ResponseWriter, status int, number int32, message string) {
	respond(w, status, map[string]any{"error": number, "message": message})
}

func (s *Store) create(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		fail(w, http.StatusMethodNotAllowed, 405, "method not allowed")
		return
	}
	if r.Header.Get("Authorization") != "Bearer "+os.Getenv("TOKEN") {
		fail(w, http.StatusUnauthorized, 100, "unauthorized")
		return
	}
	var plant NewPlant
	decoder := json.NewDecoder(http.MaxBytesReader(w, r.Body, 1<<20))
	if err := decoder.Decode(&plant); err != nil {
		fail(w, http.StatusBadRequest, 101, err.Error())
		return
	}
	if plant.Name == "" || len(plant.Name) > 64 {
		fail(w, http.StatusBadRequest, 102, "name must have 1 to 64 characters")
		return
	}
	if len(plant.Tag) > 32 {
		fail(w, http.StatusBadRequest, 103, "tag must have at most 32 characters")
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, exists := s.plants[plant.ID]; exists {
		fail(w, http.StatusConflict, 104, "a plant with this id exists")
		return
	}
	s.plants[plant.ID] = plant.Plant
	respond(w, http.StatusOK, plant.Plant)
}

func main() {
	store := &Store{plants: map[int64]Plant{}}
	http.HandleFunc("/plants", store.create)
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), nil))
}
