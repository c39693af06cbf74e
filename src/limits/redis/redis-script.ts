/**
 * The one script that Redis (or Valkey) runs. It goes by the server's own clock, so that gateways whose clocks
 * differ still share one window. One call does several operations on the same meters, one after the other, each of
 * them as a whole. Windows are counted exactly as `WindowCounter` does it. The name of a
 * key's account stands between braces in it: in a cluster the keys of one account lie in the same slot.
 *
 * Where requests wait for slots, those who wait are published beside the slots that they lack, for a fifth of a second: a hash
 * of processes, each with rank, share and end of the one it has waiting. Whoever does not wait leaves what is free to them;
 * of those who wait the lower rank is first, but for one of eight places, and within it the smaller share.
 *
 * KEYS    one per meter
 * ARGV    milliseconds a lease lives; the meters, each as kind, limit, and bucket in ms, 1 for slots that are waited for, or the borders of three
 *         calendar periods; then the operations, each as its name, the moment to count at (0: now), lease (or
 *         several, with commas between them) and an amount per meter; of `queue` then rank, share and process. All with a space between them
 * returns the server's time, then of each operation that asks (`spend`, `queue`, `read`, `credit`, `reset`) the place of the meter that
 *         refuses (0: none; negative where requests in flight hold what is left of it), milliseconds until it would not, and per meter what remains and the milliseconds until
 *         all of it does
 *
 * A window is a hash: `s` the sum, `f` and `l` the first and last bucket that count, and the buckets by number.
 * Slots are a sorted set of leases by the moment each ends, a budget is a hash: `p` the period, `s` what is spent, and
 * by the hour of their admission what of that is booked for requests in flight: `b` and the number of the hour. What was
 * booked longer ago than the last hour is of gateways that are gone, and spent.
 */
export const limitScript = `
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local ttl = tonumber(ARGV[1])
local at, lease -- of the operation that is being done
local counted = 202
local hour_ms = 3600000

local function text(number) return string.format('%.0f', number) end

local function buckets(key, from, to)
  local names = {}
  for bucket = from, to do names[#names + 1] = text(bucket) end
  if #names == 0 then return {}, names end
  return redis.call('HMGET', key, unpack(names)), names
end

local rate = {}

function rate.open(key, limit, bucket_ms)
  local m = { key = key, limit = limit, bucket_ms = tonumber(bucket_ms) }
  m.bucket = math.floor(now / m.bucket_ms)
  local state = redis.call('HMGET', key, 's', 'f', 'l')
  m.used, m.first, m.last = tonumber(state[1]) or 0, tonumber(state[2]), tonumber(state[3])
  if m.last and m.last > m.bucket and m.last <= m.bucket + counted then
    m.bucket = m.last -- the server's clock was set back: time stands still until it has caught up
  end
  m.oldest = m.bucket - counted + 1
  if m.last and (m.last < m.oldest or m.last > m.bucket) then
    redis.call('DEL', key)
    m.used, m.first, m.last = 0, nil, nil
  elseif m.first and m.first < m.oldest then
    local amounts, names = buckets(key, m.first, m.oldest - 1)
    for place = 1, #names do m.used = m.used - (tonumber(amounts[place]) or 0) end
    redis.call('HDEL', key, unpack(names))
    m.first = m.oldest
    redis.call('HSET', key, 's', text(m.used), 'f', text(m.first))
  end
  return m
end

function rate.refuses(m, cost) return m.used + cost > m.limit end

function rate.drops_in(m, cost)
  local left = m.used
  local amounts, names = buckets(m.key, m.first, m.last)
  for place = 1, #names do
    left = left - (tonumber(amounts[place]) or 0)
    if left + cost <= m.limit then return (m.first + place - 1 + counted) * m.bucket_ms - now end
  end
  return 0
end

function rate.add(m, amount)
  local bucket = at == now and m.bucket or math.floor(at / m.bucket_ms)
  if amount == 0 or bucket < m.oldest then return end
  local name = text(bucket)
  if amount < 0 and redis.call('HEXISTS', m.key, name) == 0 then return end
  local left = redis.call('HINCRBY', m.key, name, text(amount))
  m.used = m.used + amount
  if not m.first or bucket < m.first then m.first = bucket end
  if not m.last or bucket > m.last then
    m.last = bucket
    redis.call('PEXPIRE', m.key, text((counted + 1) * m.bucket_ms))
  end
  if left <= 0 and bucket == m.last then
    local amounts, names = buckets(m.key, m.first, m.last)
    local place = #names
    while place > 0 and (tonumber(amounts[place]) or 0) <= 0 do place = place - 1 end
    if place == 0 then
      redis.call('DEL', m.key)
      m.used, m.first, m.last = 0, nil, nil
      return
    end
    m.last = m.first + place - 1
  end
  redis.call('HSET', m.key, 's', text(m.used), 'f', text(m.first), 'l', text(m.last))
end

function rate.empty_in(m)
  return m.last and (m.last + counted) * m.bucket_ms - now or 0
end

local slots = {}

function slots.open(key, limit, measure)
  redis.call('ZREMRANGEBYSCORE', key, '-inf', text(now))
  return { key = key, limit = limit, used = redis.call('ZCARD', key), awaited = measure == '1' }
end

function slots.refuses(m)
  return m.used >= m.limit or (m.awaited and redis.call('EXISTS', m.key .. ':waiting') == 1)
end
function slots.drops_in() return 1000 end
function slots.empty_in() return 0 end

function slots.add(m, amount)
  if amount > 0 then
    redis.call('ZADD', m.key, text(now + ttl), lease)
    redis.call('PEXPIRE', m.key, text(ttl))
    m.used = m.used + 1
  elseif amount < 0 then
    m.used = m.used - redis.call('ZREM', m.key, lease)
  end
end

local budget = {}

function budget.open(key, limit, borders)
  local m, moments = { key = key, limit = limit }, {}
  for border in string.gmatch(borders, '%d+') do moments[#moments + 1] = tonumber(border) end
  m.from, m.to = moments[1], moments[2]
  for place = 2, 3 do
    if now >= moments[place] then m.from, m.to = moments[place], moments[place + 1] end
  end
  local hour = math.floor(now / hour_ms)
  local state = redis.call('HMGET', key, 'p', 's', 'b' .. text(hour), 'b' .. text(hour - 1))
  local period = tonumber(state[1])
  m.used = tonumber(state[2]) or 0
  m.booked = (tonumber(state[3]) or 0) + (tonumber(state[4]) or 0)
  -- Only forward: a clock that is set back must not open a budget again that was spent.
  if period and period > m.from then m.from = period
  elseif period ~= m.from then
    redis.call('DEL', key)
    m.used, m.booked = 0, 0
  end
  return m
end

function budget.refuses(m) return m.used >= m.limit end
function budget.is_booked(m) return m.used - m.booked < m.limit end
function budget.empty_in(m) return math.max(1, m.to - now) end
function budget.drops_in(m)
  if budget.is_booked(m) then return 2000 end
  return budget.empty_in(m)
end

function budget.add(m, amount)
  if amount == 0 then return end
  m.used = m.used + amount
  redis.call('HSET', m.key, 'p', text(m.from), 's', text(m.used))
  redis.call('PEXPIREAT', m.key, text(m.to + 86400000))
end

local function book_hour(m, amount)
  local hour = math.floor(at / hour_ms)
  local name = 'b' .. text(hour)
  if redis.call('HINCRBY', m.key, name, text(amount)) <= 0 then redis.call('HDEL', m.key, name) end
  if hour >= math.floor(now / hour_ms) - 1 then m.booked = math.max(0, m.booked + amount) end
end

function budget.book(m, amount)
  if amount == 0 then return end
  budget.add(m, amount)
  book_hour(m, amount)
end

function budget.release(m, amount)
  if amount == 0 or at < m.from then return end
  book_hour(m, -amount)
  budget.add(m, -amount)
end

local kinds = { requests = rate, tokens = rate, concurrency = slots, budget = budget }
local meters, kind_of = {}, {}
for kind, limit, measure in string.gmatch(ARGV[2], '(%S+) (%S+) (%S+)') do
  local place = #meters + 1
  kind_of[place] = kinds[kind]
  meters[place] = kinds[kind].open(KEYS[place], tonumber(limit), measure)
end

local reply = { now }

local function add(amounts)
  for place = 1, #meters do kind_of[place].add(meters[place], amounts[place]) end
end

local function book(amounts)
  for place = 1, #meters do
    local kind = kind_of[place]
    local count = kind.book or kind.add
    count(meters[place], amounts[place])
  end
end

local function answer(refused, wait)
  reply[#reply + 1] = refused
  reply[#reply + 1] = wait
  for place = 1, #meters do
    local m = meters[place]
    reply[#reply + 1] = m.limit - m.used
    reply[#reply + 1] = kind_of[place].empty_in(m)
  end
end

local operations = { settle = add }

function operations.release(amounts)
  for place = 1, #meters do
    local release = kind_of[place].release
    if release then release(meters[place], amounts[place]) end
  end
end

function operations.read() answer(0, -1) end

function operations.credit(amounts)
  add(amounts)
  answer(0, -1)
end

function operations.reset()
  for place = 1, #meters do
    local m = meters[place]
    kind_of[place].add(m, (m.booked or 0) - m.used)
  end
  answer(0, -1)
end

function operations.spend(amounts)
  local refused, wait = 0, -1
  for place = 1, #meters do
    local m, kind, amount = meters[place], kind_of[place], amounts[place]
    if kind.refuses(m, amount) then
      local drops_in = kind.drops_in(m, amount)
      if drops_in > wait then
        refused, wait = place, drops_in
        if kind.is_booked and kind.is_booked(m) then refused = -place end
      end
    end
  end
  if refused == 0 then book(amounts) end
  answer(refused, wait)
end

-- Whether those who wait elsewhere for the same slots go first.
local function yields(m, rank, share, process)
  m.above, m.below = false, false
  local sooner = false
  local fields = redis.call('HGETALL', m.key .. ':waiting')
  for place = 1, #fields, 2 do
    local other_rank, other_share, ends = string.match(fields[place + 1], '(%S+) (%S+) (%S+)')
    if fields[place] ~= process and tonumber(ends) > now then
      local difference = tonumber(other_rank) - rank
      if difference < 0 then m.above = true
      elseif difference > 0 then m.below = true
      elseif tonumber(other_share) < share then sooner = true end
    end
  end
  local row = tonumber(redis.call('GET', m.key .. ':row')) or 0
  if m.above then return row < 7 end
  if m.below and row >= 7 then return true end
  return sooner
end

function operations.queue(amounts, words)
  local rank, share, process = tonumber(words[#meters + 4]), tonumber(words[#meters + 5]), words[#meters + 6]
  local refused = 0
  for place = 1, #meters do
    local m = meters[place]
    if refused == 0 and m.used >= m.limit then refused = place end
  end
  for place = 1, #meters do
    local m = meters[place]
    if refused == 0 and m.awaited and yields(m, rank, share, process) then refused = place end
  end
  for place = 1, #meters do
    local m = meters[place]
    if m.awaited and place == refused then
      redis.call('HSET', m.key .. ':waiting', process, rank .. ' ' .. share .. ' ' .. text(now + 200))
      redis.call('PEXPIRE', m.key .. ':waiting', 200)
    elseif m.awaited then
      redis.call('HDEL', m.key .. ':waiting', process)
      if refused == 0 and m.above then redis.call('DEL', m.key .. ':row')
      elseif refused == 0 and m.below then
        redis.call('INCR', m.key .. ':row')
        redis.call('PEXPIRE', m.key .. ':row', 10000)
      end
    end
  end
  if refused == 0 then book(amounts) end
  answer(refused, refused == 0 and -1 or 1000)
end

function operations.renew()
  for place = 1, #meters do
    local m = meters[place]
    for each in string.gmatch(lease, '[^,]+') do
      m.used = m.used + redis.call('ZADD', m.key, text(now + ttl), each)
    end
    redis.call('PEXPIRE', m.key, text(ttl))
  end
end

for each = 3, #ARGV do
  local words = {}
  for word in string.gmatch(ARGV[each], '%S+') do words[#words + 1] = word end
  at, lease = tonumber(words[2]), words[3]
  if at == 0 then at = now end
  local amounts = {}
  for place = 1, #meters do amounts[place] = tonumber(words[place + 3]) or 0 end
  operations[words[1]](amounts, words)
end
return reply
`;
