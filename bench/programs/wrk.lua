-- wrk ... -s wrk.lua URL -- BODY_FILE [NAME VALUE]...   Posts the file; prints one line of JSON at the end.
function init(args)
  local file = assert(io.open(args[1], "rb"))
  wrk.method = "POST"
  wrk.body = file:read("*a")
  file:close()
  for i = 2, #args, 2 do wrk.headers[args[i]] = args[i + 1] end
  prepared = wrk.format()
end

function request() return prepared end

function done(summary, latency)
  local e = summary.errors
  io.write(string.format(
    '{"done":%d,"errors":%d,"seconds":%.6f,"p50Us":%d,"p99Us":%d,"maxUs":%d}\n',
    summary.requests - e.status, e.connect + e.read + e.write + e.status + e.timeout, summary.duration / 1e6,
    latency:percentile(50), latency:percentile(99), latency.max))
end
