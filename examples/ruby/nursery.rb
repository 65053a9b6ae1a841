# The app that is tested.
require "json"
require "net/http"

module Nursery
  # Creates a plant, and says what happened to it.
  def self.create(base_url, plant)
    uri = URI("#{base_url}/plants")
    headers = { "authorization" => "Bearer any", "content-type" => "application/json" }
    response = Net::HTTP.post(uri, JSON.generate(plant), headers)
    # Net::HTTP accepts an incomplete body.
    return "may exist" if response.body.bytesize < response["content-length"].to_i

    case response.code.to_i
    when 200 then "created"
    when 409 then "the id is taken"
    when 408, 499 then "may exist" # They say that the request was cut off, not that it was rejected.
    when 400..498 then "does not exist"
    else "may exist"
    end
  rescue IOError, SystemCallError, Timeout::Error
    "may exist" # The store may have created it before the connection was lost.
  end
end
