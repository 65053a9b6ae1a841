# Gives each test a session of the mock whose URL is in MOCK_URL.
require "erb"
require "minitest/autorun"
require_relative "nursery"

FERN = { "id" => 1, "name" => "Fern" }.freeze

class StoreTestCase < Minitest::Test
  # The base URL of this test's session.
  def store
    "#{ENV.fetch("MOCK_URL")}/sessions/#{ERB::Util.url_encode("#{self.class}##{name}")}"
  end

  # Calls the admin API.
  def admin(method, path, body = nil)
    uri = URI("#{store}/__admin/#{path}")
    response = Net::HTTP.new(uri.host, uri.port).send_request(method, uri.path, body && JSON.generate(body))
    assert_kind_of Net::HTTPSuccess, response
    JSON.parse(response.body || "null")
  end

  def assert_create(expected, plant = FERN)
    assert_equal expected, Nursery.create(store, plant)
  end
end
