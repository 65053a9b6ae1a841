use strict;
use warnings;
use LWP::UserAgent;

my ($url, $count) = @ARGV;
my $agent = LWP::UserAgent->new(keep_alive => 1, timeout => 3);
for my $id (1 .. $count) {
    my @headers = ("authorization" => "Bearer any", "content-type" => "application/json");
    my $response = $agent->post("$url/plants", @headers, Content => qq({"id":$id,"name":"Fern"}));
    # LWP itself reports what it could not read in these headers.
    my $failed = grep { $response->header($_) } "Client-Warning", "Client-Aborted", "X-Died";
    print "$id ", $failed ? "error" : $response->code . " " . $response->content, "\n";
}
