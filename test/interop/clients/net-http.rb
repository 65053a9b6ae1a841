require "json"
require "net/http"

uri = URI("#{ARGV[0]}/plants")
headers = { "authorization" => "Bearer any", "content-type" => "application/json" }
Net::HTTP.start(uri.host, uri.port, read_timeout: 3) do |http|
  (1..ARGV[1].to_i).each do |id|
    response = http.post(uri.path, JSON.generate({ id: id, name: "Fern" }), headers)
    puts "#{id} #{response.code} #{response.body}"
  rescue StandardError
    puts "#{id} error"
  end
end
