require_relative "store_test_case"

class FailureTest < StoreTestCase
  { reset: { afterCreate: true }, truncate: { bytes: 5 } }.each do |type, fields|
    define_method(:"test_says_that_a_plant_may_exist_after_#{type}") do
      admin("POST", "faults", { type: type, **fields })
      assert_create "may exist"
      assert_equal({ "plants" => [FERN] }, admin("GET", "plants"))
    end
  end

  { 400 => "does not exist", 408 => "may exist", 503 => "may exist" }.each do |status, meaning|
    define_method(:"test_says_what_#{status}_means") do
      admin("POST", "faults", { type: "status", status: status })
      assert_create meaning
    end
  end
end
