import { hash, randomBytes } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { buildApp } from '../../apps/server/src/app.ts';
import { fileJobs } from '../../apps/server/src/features/file/file.jobs.ts';
import { openDatabase } from '../../apps/server/src/kernel/database/db.ts';
import { isOfRelease } from '../../apps/server/src/kernel/http/releases/release-files.ts';
import { secretsOf } from '../../apps/server/src/kernel/secrets/secrets.ts';
import { createClock } from '../../apps/server/src/kernel/setup/clock.ts';
import { readConfig } from '../../apps/server/src/kernel/setup/config.ts';
import { demoMerchant } from '../driver/journeys.ts';
import { databaseUrl, type ServerProcess } from '../driver/server-process.ts';
import { Visitor } from '../driver/visitor.ts';
import type { MerchantWrites } from './merchant-writers.ts';
import { rowsOf } from './rows.ts';

/**
 * A purchase without a reply was executed or not: repeated under its key, it is there once. So the orders are exactly
 * those acknowledged before and those acknowledged now. @returns all order numbers
 */
export const repeatPurchases = async (url: string, { orders, unanswered }: MerchantWrites): Promise<string[]> => {
  const merchant = await demoMerchant(new Visitor(url));
  const repeated: string[] = [];
  for (const payload of unanswered) {
    const [once, twice] = [
      await merchant.call('portal.purchase', payload),
      await merchant.call('portal.purchase', payload),
    ];
    expect(once.status, JSON.stringify(once.body)).toBe(200);
    expect(twice.body.data).toEqual(once.body.data);
    repeated.push(String(once.body.data?.['orderNo']));
  }
  merchant.close();
  return [...orders, ...repeated];
};

/** Each order of the writers' merchant is there once, with its first step, its consents and its audit event; no part of an order exists without it. */
export const expectOrders = async (dataDir: string, known: readonly string[]): Promise<void> => {
  const found = await rowsOf(
    dataDir,
    `select order_no, cardinality(consent_ids) as consents,
        (select count(*)::int from consent c where c.tenant_id = o.tenant_id and c.order_no = o.order_no and c.consent_id = any(o.consent_ids)) as kept,
        (select count(*)::int from order_step s where s.tenant_id = o.tenant_id and s.order_no = o.order_no and s.action = 'submit') as steps,
        (select count(*)::int from audit_event a where a.tenant_id = o.tenant_id and a.object = o.order_no
           and a.operation = 'portal.purchase' and a.result = 'ok') as events
      from "order" o join tenant t using (tenant_id) where t.name = '海纳食品（演示商户二）'`,
    [],
  );
  expect(found.map((row) => String(row['order_no'])).toSorted()).toEqual(known.toSorted());
  for (const row of found) expect(row).toMatchObject({ consents: 3, kept: 3, steps: 1, events: 1 });
  const orphans = await rowsOf(
    dataDir,
    `select object as order_no from audit_event where operation = 'portal.purchase' and result = 'ok' and object not in (select order_no from "order")
      union all select order_no from consent where order_no is not null and order_no not in (select order_no from "order")
      union all select order_no from order_step where order_no not in (select order_no from "order")`,
    [],
  );
  expect(orphans).toEqual([]);
};

/** What lies in the store for rows; the files of the build, which the server lays there at its start, do not. */
const filesIn = (folder: string): string[] => {
  const kept = join(folder, 'files/kept');
  const names = readdirSync(kept, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => statSync(join(kept, name)).isFile() && !isOfRelease(name)).toSorted();
};
/** The keys of stored files: of uploads, of the results of jobs, of files whose lines are imported, and of ledgers. */
const keysOf = async (dataDir: string): Promise<string[]> => {
  const found = `select storage_key from file union all select result_key from sent_job where result_key is not null
    union all select storage_key from line_import where storage_key is not null
    union all select storage_key from recon_ledger where storage_key is not null`;
  return (await rowsOf(dataDir, found, [])).map((row) => String(row['storage_key'])).toSorted();
};

const graceMs = 2 * 3_600_000;
const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

/** Runs the file clean-up on a server's data, with the clock moved so far that nothing counts as recent. */
const sweep = async (dataDir: string): Promise<void> => {
  const clock = createClock();
  clock.moveTo(graceMs);
  const database = openDatabase({ url: databaseUrl(dataDir), poolSize: 2, onError: () => undefined });
  const app = await buildApp({
    config: readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir }),
    database,
    databaseUrl: databaseUrl(dataDir),
    secrets: secretsOf(randomBytes(32), randomBytes(32)),
    clock,
    log: quiet,
    portal: null,
    console: null,
  });
  try {
    const job = fileJobs.find(({ name }) => name === 'file.sweep');
    if (job === undefined) throw new Error('there is no sweeper');
    await job.run({ database, ports: app.ports, log: quiet });
  } finally {
    await app.close();
    await database.close();
  }
};

/** No row lacks its file; after the clean-up no file lacks its row, and no partially received file is left. */
export const expectFiles = async ({ dataDir }: ServerProcess): Promise<void> => {
  const before = await keysOf(dataDir);
  expect(filesIn(dataDir)).toEqual(expect.arrayContaining(before));
  await sweep(dataDir);
  expect(await keysOf(dataDir)).toEqual(before);
  expect(filesIn(dataDir)).toEqual(before);
  expect(readdirSync(join(dataDir, 'files/incoming'))).toEqual([]);
};

/** Every file whose upload was acknowledged can be read back, byte for byte, or as the re-encoded picture. */
export const expectDownloads = async ({ url, dataDir }: ServerProcess, { files }: MerchantWrites): Promise<void> => {
  const merchant = await demoMerchant(new Visitor(url));
  const rows = await rowsOf(dataDir, 'select file_id, name, sha256 from file', []);
  for (const { fileId, name, bytes } of files) {
    const reply = await merchant.download('file.download', { fileId });
    expect(reply.status, name).toBe(200);
    const kept = rows.find((row) => row['file_id'] === fileId);
    expect(kept).toMatchObject({ name, sha256: hash('sha256', reply.bytes) });
    if (!name.endsWith('.png')) expect(reply.bytes.equals(bytes), name).toBe(true);
  }
  merchant.close();
};
