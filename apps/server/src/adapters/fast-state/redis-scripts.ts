import { createHash } from 'node:crypto';

/** A script that the server runs in one step. */
export interface RedisScript {
  readonly text: string;
  readonly sha: string;
}

const scriptOf = (text: string): RedisScript => ({ text, sha: createHash('sha1').update(text).digest('hex') });

/** What the answer begins with where the state is lost. */
export const lostMark = 'lost';

/**
 * Every script begins alike. The marker names the server's run and the epoch: one that another run wrote came from a saved file, which lacks the last
 * nonces, and counts for nothing. Times are the server's, in ms; `ARGV[2]` is the offset of the installation's clock, which tests move.
 */
const head = `
local marker = redis.call('GET', KEYS[1])
local length = #ARGV[1] + 1
local epoch = marker and string.sub(marker, 1, length) == ARGV[1] .. '.' and string.sub(marker, length + 1) or false
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000) + tonumber(ARGV[2])
local function named(kind, key) return 'ronghui:' .. epoch .. ':' .. kind .. ':' .. key end
`;
const needed = `if not epoch then return { '${lostMark}' } end\n`;

/** `ARGV[3]` begins where no epoch is in force. @returns the epoch */
export const beginScript = scriptOf(`${head}
if epoch then return epoch end
redis.call('SET', KEYS[1], ARGV[1] .. '.' .. ARGV[3])
return ARGV[3]`);

/** The clock that decides. @returns epoch ms, as text */
export const clockScript = scriptOf(`${head}
return { string.format('%.0f', now) }`);

/** Claims of four values each: id, epoch, sent, window. @returns the epoch, then an answer each */
export const claimScript = scriptOf(`${head}
local answers = { epoch or '' }
for at = 3, #ARGV, 4 do
  local sent, window = tonumber(ARGV[at + 2]), tonumber(ARGV[at + 3])
  local answer = 'new'
  if ARGV[at + 1] ~= epoch then answer = 'lost'
  elseif math.abs(now - sent) > window then answer = 'late'
  elseif not redis.call('SET', named('n', ARGV[at]), '', 'NX', 'PX', math.floor(sent + window + 60000 - now)) then answer = 'seen' end
  answers[#answers + 1] = answer
end
return answers`);

/** `ARGV`: key, value, length. */
export const putScript = scriptOf(`${head}${needed}
redis.call('SET', named('v', ARGV[3]), string.format('%.0f', now + tonumber(ARGV[5])) .. ' ' .. ARGV[4], 'PX', ARGV[5])
return { 'kept' }`);

/** `ARGV`: key. @returns the value, where there is one that has not ended */
export const takeScript = scriptOf(`${head}${needed}
local kept = redis.call('GETDEL', named('v', ARGV[3]))
if not kept then return { 'none' } end
local space = string.find(kept, ' ', 1, true)
if tonumber(string.sub(kept, 1, space - 1)) <= now then return { 'none' } end
return { 'value', string.sub(kept, space + 1) }`);

/** `ARGV`: key, limit, window, a name of this use. @returns how long to wait; 0 where it is allowed */
export const useScript = scriptOf(`${head}${needed}
local key, limit, window = named('u', ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
redis.call('ZREMRANGEBYSCORE', key, '-inf', string.format('%.0f', now - window))
redis.call('ZREMRANGEBYSCORE', key, string.format('(%.0f', now + 5000), '+inf')
local count = redis.call('ZCARD', key)
if count >= limit then
  local blocking = redis.call('ZRANGE', key, count - limit, count - limit, 'WITHSCORES')[2]
  return { 'wait', math.max(1, math.ceil(tonumber(blocking) + window - now)) }
end
redis.call('ZADD', key, string.format('%.0f', now), ARGV[6])
redis.call('PEXPIRE', key, ARGV[5])
return { 'wait', 0 }`);

/** Counts of four values each: key, window number, window, count. @returns the total and the one of the window before, each */
export const countScript = scriptOf(`${head}${needed}
local totals = { 'totals' }
for at = 3, #ARGV, 4 do
  local key = named('r', ARGV[at]) .. ':'
  totals[#totals + 1] = redis.call('INCRBY', key .. ARGV[at + 1], ARGV[at + 3])
  redis.call('PEXPIRE', key .. ARGV[at + 1], 3 * ARGV[at + 2])
  totals[#totals + 1] = tonumber(redis.call('GET', key .. string.format('%.0f', ARGV[at + 1] - 1)) or 0)
end
return totals`);
