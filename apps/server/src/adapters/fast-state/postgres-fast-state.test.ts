import { afterEach, describe, expect, it } from 'vitest';
import { createClock, writeClockOffset } from '#kernel/setup/clock';
import { type TestDatabase, testDatabase } from '#kernel/testing/test-database';
import { describeFastState } from './fast-state.fixture.ts';
import { openPostgresFastState } from './postgres-fast-state.ts';

let db: TestDatabase | null = null;
afterEach(async () => {
  await db?.drop();
  db = null;
});

/** What recovery after a crash leaves of unlogged tables. */
const emptied = 'truncate shared_epoch, shared_nonce, shared_value, shared_use, shared_request';

const asOwner = async (url: string, text: string) => {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
};

const make = async () => {
  const { url, database } = (db = await testDatabase());
  const clock = createClock();
  return {
    url,
    database,
    open: () => openPostgresFastState(database, clock),
    nowMs: () => clock.nowMs(),
    advance: async (ms: number) => {
      clock.moveTo(clock.offsetMs + ms);
      await writeClockOffset(database.pool('service'), clock.offsetMs);
    },
    lose: async () => {
      await asOwner(url, emptied);
    },
  };
};

describeFastState('postgres', make);

const minuteMs = 60_000;
const windowMs = 5 * minuteMs;

describe('running 1.4 the ring of unlogged tables', () => {
  it('running 1.4 a slot is emptied once its minute is over, and never while a call may name it', async () => {
    const { open, nowMs, advance, database } = await make();
    const state = await open();
    const sweep = async () => (await database.pool('service').query('select sweep_shared_nonces(5)')).rows[0];
    const count = async () =>
      (await database.pool('service').query('select count(*)::int as n from shared_nonce')).rows[0];
    const claimAt = (sentMs: number) => ({ epoch: state.epoch, keyId: 'k', nonce: `n${sentMs}`, sentMs, windowMs });
    const claims = [5000 - windowMs, 0, windowMs - 5000].map((ms) => claimAt(nowMs() + ms));
    for (const claim of claims) expect(await state.claimNonce(claim)).toBe('new');
    // Each call stays fresh for a window after its timestamp, and its nonce for a minute longer.
    for (let passed = 0; passed <= 24; passed += 1) {
      await sweep();
      for (const claim of claims) {
        if (claim.sentMs + windowMs + 50_000 < nowMs()) continue;
        const rows = await database
          .pool('service')
          .query('select count(*)::int as n from shared_nonce where slot = $1', [
            Math.floor(claim.sentMs / minuteMs) % 24,
          ]);
        expect(rows.rows[0], `after ${passed} min`).toEqual({ n: 1 });
      }
      await advance(minuteMs);
    }
    expect(await count()).toEqual({ n: 0 });
  });

  it('running 1.3 rows that pg_dump or a copied database brought along are no epoch, and none of them is accepted', async () => {
    const { open, nowMs, url } = await make();
    const state = await open();
    const before = state.epoch;
    await state.put('ticket', 'spent meanwhile', minuteMs);
    await asOwner(url, "update shared_epoch set home = 'elsewhere'");
    const claim = { epoch: before, keyId: 'k', nonce: 'n', sentMs: nowMs(), windowMs };
    expect(await state.claimNonce(claim)).toBe('lost');
    expect(state.epoch).not.toBe(before);
    expect(await state.takeOnce('ticket')).toBeNull();
  });

  it('security 4.4 who waited for a use that began later waits for no longer than the window', async () => {
    const { open, url } = await make();
    const state = await open();
    expect((await state.take('k', 1, minuteMs)).allowed).toBe(true);
    // As where a statement that began three seconds later was decided first.
    await asOwner(url, 'update shared_use set uses = array[uses[1] + 3000]');
    expect(await state.take('k', 1, minuteMs)).toEqual({ allowed: false, retryAfterMs: minuteMs });
  });

  it('running 1.3 every table of the state is unlogged', async () => {
    const { url } = await make();
    const rows = await asOwner(
      url,
      "select relname from pg_class where relname like 'shared\\_%' and relkind = 'r' and relpersistence <> 'u'",
    );
    expect(rows).toEqual([]);
  });

  it('running 1.5 nodes learn of each other’s counts of an address with the exchange of the next second', async () => {
    const { open, database } = await make();
    const [one, two] = [await open(), await open()];
    for (let n = 0; n < 3; n += 1) expect(await one.countRequest('a', 1000, minuteMs)).toBe(0);
    await expect
      .poll(
        async () => {
          await one.countRequest('a', 1000, minuteMs);
          await two.countRequest('a', 1000, minuteMs);
          const { rows } = await database.pool('service').query('select max(count)::int as n from shared_request');
          return rows[0]?.n > 5 && (await two.countRequest('a', 4, minuteMs)) > 0;
        },
        { timeout: 20_000 },
      )
      .toBe(true);
  });
});
