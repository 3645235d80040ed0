import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { isDatabaseGone, refusalOf } from '#kernel/faults';
import { testDatabase } from '#kernel/testing/test-database';

const thrownBy = (run: () => Promise<unknown>): Promise<unknown> =>
  run().then(
    () => null,
    (error: unknown) => error,
  );

describe('R8.6 errors that mean the database is unreachable', () => {
  it('R8.6 a missing socket does, a missing file does not', async () => {
    const noSocket = await thrownBy(
      () =>
        new Promise((resolve, reject) => connect('/nowhere/.s.PGSQL.5432', () => resolve(null)).on('error', reject)),
    );
    expect(noSocket).toMatchObject({ code: 'ENOENT' });
    expect(isDatabaseGone(noSocket)).toBe(true);
    const noFile = await thrownBy(() => readFile('/nowhere/file'));
    expect(noFile).toMatchObject({ code: 'ENOENT' });
    expect(isDatabaseGone(noFile)).toBe(false);
  });

  it('R8.6 a database that takes no writes does: 503, to be tried again', async () => {
    const db = await testDatabase();
    try {
      const refused = await thrownBy(() =>
        db.database.transact('service', async (tx) => {
          await sql`set transaction read only`.execute(tx);
          await tx.insertInto('session_epoch').values({ user_id: 'x', epoch: 1 }).execute();
        }),
      );
      const quiet = () => undefined;
      const log = { debug: quiet, info: quiet, warn: quiet, error: quiet };
      expect(refusalOf(refused, log, { requestId: '' })).toMatchObject({
        code: 'OPSB0002',
        status: 503,
        retryAfterSec: 3,
      });
    } finally {
      await db.drop();
    }
  });
});
