// Lua scripts for Redis. Each runs atomically, so concurrent processes cannot exceed a limit together. They use the clock of
// Redis, which is one for all processes. Keys expire.

/**
 * Sliding windows. KEYS: the uses of a subject. ARGV: an id of this use, then quota and milliseconds of each window. Answers
 * `{0, wait}` when a window is full, else `{1, then of each window: uses in it, milliseconds until the oldest leaves}`.
 */
const windows = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local longest = 0
for i = 2, #ARGV, 2 do longest = math.max(longest, tonumber(ARGV[i + 1])) end
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - longest)
for i = 2, #ARGV, 2 do
  local quota, span = tonumber(ARGV[i]), tonumber(ARGV[i + 1])
  if redis.call('ZCOUNT', KEYS[1], '(' .. (now - span), '+inf') >= quota then
    local freed = redis.call('ZREVRANGE', KEYS[1], quota - 1, quota - 1, 'WITHSCORES')[2]
    return {0, freed + span - now}
  end
end
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('PEXPIRE', KEYS[1], longest)
local left = {1}
for i = 2, #ARGV, 2 do
  local span = tonumber(ARGV[i + 1])
  local since = '(' .. (now - span)
  local first = redis.call('ZRANGEBYSCORE', KEYS[1], since, '+inf', 'WITHSCORES', 'LIMIT', 0, 1)[2]
  left[#left + 1] = redis.call('ZCOUNT', KEYS[1], since, '+inf')
  left[#left + 1] = first + span - now
end
return left`;

/**
 * Failures with growing waits. KEYS: those of a subject. ARGV: free failures, first and longest wait, milliseconds after which
 * they are forgotten. Counts one and answers 0, or answers the milliseconds to wait.
 */
const failure = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local count = tonumber(redis.call('HGET', KEYS[1], 'count') or '0')
local last = tonumber(redis.call('HGET', KEYS[1], 'last') or '0')
local free, first, longest, forget = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
if count >= free then
  local wait = last + math.min(first * 2 ^ math.min(count - free, 30), longest) - now
  if wait > 0 then return math.ceil(wait) end
end
redis.call('HSET', KEYS[1], 'count', count + 1, 'last', now)
redis.call('PEXPIRE', KEYS[1], forget)
return 0`;

/** Takes one failure back. */
const release = `
if tonumber(redis.call('HGET', KEYS[1], 'count') or '0') > 0 then redis.call('HINCRBY', KEYS[1], 'count', -1) end
return 0`;

/**
 * Places that are held while their holder renews them. KEYS: the places of a subject. ARGV: id of the holder, places,
 * milliseconds for which it holds. Answers 1, or 0 when all are taken. A holder that has one renews it.
 */
const place = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
if not redis.call('ZSCORE', KEYS[1], ARGV[1]) and redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[2]) then return 0 end
redis.call('ZADD', KEYS[1], now + tonumber(ARGV[3]), ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return 1`;

export const SCRIPTS = { windows, failure, release, place } as const;
export type ScriptName = keyof typeof SCRIPTS;
