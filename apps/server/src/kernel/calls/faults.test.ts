import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { isDatabaseGone } from '#kernel/calls/faults';

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
});
