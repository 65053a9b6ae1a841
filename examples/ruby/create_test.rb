require_relative "store_test_case"

class CreateTest < StoreTestCase
  def test_creates_a_plant
    plant = { "id" => 2**53 + 1, "name" => "Bird's nest" }
    assert_create "created", plant
    assert_equal({ "plants" => [plant] }, admin("GET", "plants"))
  end

  def test_says_that_an_id_is_taken
    admin("PATCH", "settings", { rules: { duplicates: { status: 409, error: 1003 } } })
    admin("POST", "plants", FERN.merge("name" => "Moss"))
    assert_create "the id is taken"
  end
end
