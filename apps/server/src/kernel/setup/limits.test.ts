import { describe, expect, it } from 'vitest';
import { limitTable, readLimits, standardLimits } from '#kernel/setup/limits';

describe('R14.1 limits', () => {
  it('R14.1 the standard ones are those of the contract', () => {
    expect(standardLimits).toMatchObject({
      loginTries: 5,
      loginTryWindowMinutes: 15,
      lockMinutes: 10,
      locksPerDay: 3,
      smsPerMobilePerMinute: 1,
      smsPerMobilePerDay: 10,
      smsPerAddressPerHour: 20,
      smsCodeTries: 5,
      smsCodeMinutes: 5,
      imageCodeMinutes: 2,
      imageCodesPerAddressPerMinute: 60,
      leadsPerAddressPerHour: 20,
      newChatsPerAddressPerHour: 20,
      chatDays: 1095,
      loginsPerAddressPerMinute: 120,
      requestsPerAddressPerMinute: 3000,
      sessionIdleMinutes: 30,
      sessionHours: 12,
      opsSessionIdleMinutes: 15,
      opsSessionHours: 8,
      sessionsPerUser: 5,
      signatureWindowMinutes: 5,
      bodyKilobytes: 64,
      uploadMegabytes: 20,
      ledgerMegabytes: 200,
      pageSizeMax: 100,
      batchMax: 200,
      reportsPerSessionPerMinute: 60,
      reportsPerAddressPerMinute: 120,
      idempotencyHours: 72,
    });
    for (const { about } of Object.values(limitTable)) expect(about).not.toBe('');
  });

  it('R14.1 an entry is replaced by its name alone', () => {
    expect(readLimits('{"loginTries":3}')).toEqual({ limits: { ...standardLimits, loginTries: 3 }, faults: [] });
    expect(readLimits(undefined).limits).toEqual(standardLimits);
  });

  it('R14.1 spans of time and sizes may have a fraction, and what nothing reads yet may be set', () => {
    const set = { smsCodeMinutes: 0.5, sessionHours: 1.5, batchMax: 5, pageSizeMax: 10 };
    expect(readLimits(JSON.stringify(set))).toEqual({ limits: { ...standardLimits, ...set }, faults: [] });
  });

  it.each([
    ['{"sessionsPerUser":1.5}', /整数/],
    ['{"loginTries":0.5}', /整数/],
    ['{"pageSizeMax":9}', /不能小于 10/],
    ['{"loginTrys":3}', /loginTrys/],
    ['{"toString":3}', /toString/],
    ['{"__proto__":3}', /__proto__/],
    ['{"loginTries":0}', /正数/],
    ['{"loginTries":-1}', /正数/],
    ['{"loginTries":"5"}', /正数/],
    ['{"loginTries":null}', /正数/],
    ['[]', /对象/],
    ['5', /对象/],
    ['{', /JSON/],
  ])('R14.1 %s is refused with a sentence', (json, sentence) => {
    expect(readLimits(json).faults.join()).toMatch(sentence);
  });
});
