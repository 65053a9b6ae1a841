#!/bin/sh
# Guess: better-queue runs a task for each pushed plant: two rows with the same id and other names,
# pushed one after the other, are two tasks.
#
# Found, better-queue 3.8.12: it takes the property id as the id of the task. A plant that waits is replaced by
# the next one with its id. The task of the first one reports "finish", too, though only the second ran.
#
# Output: ran: 5 Moss, 6 Ivy
#         finished: 5 Fern, 5 Moss, 6 Ivy
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --prefix . --silent --no-audit --no-fund --ignore-scripts better-queue@3.8.12 >/dev/null 2>&1 || exit 77

cat > run.mjs <<'JS'
import Queue from 'better-queue'

const ran = []
const finished = []
const text = ({ id, name }) => `${id} ${name}`
const queue = new Queue((plant, done) => {
  ran.push(text(plant))
  done(null, plant)
})
const plants = [{ id: 5, name: 'Fern' }, { id: 5, name: 'Moss' }, { id: 6, name: 'Ivy' }]
await Promise.all(
  plants.map(
    (plant) =>
      new Promise((resolve) => {
        queue.push(plant).on('finish', () => {
          finished.push(text(plant))
          resolve()
        })
      }),
  ),
)
console.log(`ran: ${ran.join(', ')}`)
console.log(`finished: ${finished.join(', ')}`)
process.exit()
JS

output=$(node run.mjs)
echo "$output"
test "$output" = 'ran: 5 Moss, 6 Ivy
finished: 5 Fern, 5 Moss, 6 Ivy'
