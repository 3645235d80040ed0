import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ReconFixture } from '../recon.fixture.ts';
import { type Brought, brought, broughtFolder as folder } from './brought-ledgers.fixture.ts';
import { type BroughtRow, readLedgerFile } from './read-ledger.fixture.ts';

let fixture: ReconFixture;
beforeAll(async () => {
  fixture = await ReconFixture.open({ limits: { reconUploadsPerHour: 1000 } });
  // Of a company that is certified.
  await fixture.bill();
});
afterAll(() => fixture.close());

const inOrder = (rows: readonly BroughtRow[]): readonly string[] => rows.map((row) => JSON.stringify(row)).toSorted();

/** The sentence by which a file is refused at its upload or in its preview; null where it is taken. */
const refusalOf = async ({ file, upload }: Brought): Promise<string | null> => {
  const reply = await fixture.upload(await readFile(join(folder, file)), upload);
  if (reply.status === 200) return null;
  return reply.body.data.fields[0].message;
};

describe('R13.1 files as bookkeepers have them', () => {
  it.each(brought)('R13.1 $file is read as its bookkeeper reads it, or refused with a sentence', async (one) => {
    const refusal = await refusalOf(one);
    if (refusal !== null) {
      expect(one.rows).toBeNull();
      expect(refusal).toContain(one.say);
      return;
    }
    const path = join(folder, one.file);
    const read = await readLedgerFile(path, one.file.endsWith('.xlsx') ? 'xlsx' : 'csv', one.fix);
    if (one.rows === null) expect(read.fault).toContain(one.say);
    else expect(inOrder(read.rows)).toEqual(inOrder(one.rows));
  });
});
