module plant.example/nursery

go 1.22
