#!/usr/bin/env escript
main([Url, Count]) ->
    {ok, _} = application:ensure_all_started(inets),
    [post(Url, Id) || Id <- lists:seq(1, list_to_integer(Count))].

post(Url, Id) ->
    Body = io_lib:format("{\"id\":~b,\"name\":\"Fern\"}", [Id]),
    Request = {Url ++ "/plants", [{"authorization", "Bearer any"}], "application/json", lists:flatten(Body)},
    case httpc:request(post, Request, [{timeout, 3000}], []) of
        {ok, {{_, Status, _}, _, Text}} -> io:format("~b ~b ~s~n", [Id, Status, Text]);
        {error, _} -> io:format("~b error~n", [Id])
    end.
