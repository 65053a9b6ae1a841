require "httpclient"
require "json"

client = HTTPClient.new
client.receive_timeout = 3
headers = { "authorization" => "Bearer any", "content-type" => "application/json" }
(1..ARGV[1].to_i).each do |id|
  response = client.post("#{ARGV[0]}/plants", JSON.generate({ id: id, name: "Fern" }), headers)
  puts "#{id} #{response.status} #{response.body}"
rescue StandardError
  puts "#{id} error"
end
