-- What wrk sends.
wrk.method = "POST"
wrk.body = '{"id":42,"name":"Fern","tag":"indoor"}'
wrk.headers["authorization"] = "Bearer token-of-the-bench"
wrk.headers["content-type"] = "application/json"
