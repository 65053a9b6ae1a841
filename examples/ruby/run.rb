# Runs each test file in a process of its own. They share a mock.
require "json"

command = ["node_modules/.bin/plant-store-mock", "--port", "0", "--json", "--exit-with-stdin"]
IO.popen(command, "r+") do |mock| # It ends with this process, because its standard input ends then.
  # Nobody has to read the rest of its log.
  line = mock.gets or abort "The mock has not started."
  env = { "MOCK_URL" => JSON.parse(line).fetch("url") }
  tests = Dir["*_test.rb"].map { |file| Process.spawn(env, "ruby", file) }
  results = tests.map { |pid| Process.wait2(pid).last }
  mock.close_write
  exit results.all?(&:success?)
end
