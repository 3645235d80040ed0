import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeMerchant } from '#features/tenant/tenant.fixture';
import { operatorAuthor as author } from '#kernel/command-verb';
import { makeGeneration } from '#kernel/secrets/data-keys/data-keys';
import { dropOldVault } from '#kernel/secrets/data-keys/drop-vault';
import { keyJobs } from '#kernel/secrets/data-keys/reseal';
import { sealedColumns } from '#kernel/secrets/data-keys/sealed-columns';
import { openKeyFiles } from '#kernel/secrets/key-files';
import { openSecrets } from '#kernel/secrets/secrets';
import { sealedPrefix } from '#kernel/secrets/vault';
import { type TestApp, testApp } from '#kernel/testing/test-app';

let app: TestApp;
beforeEach(async () => {
  app = await testApp({ storesKeys: true });
});
afterEach(() => app.close());

/** Makes a generation, and waits until the running server seals with it. */
const turn = async (): Promise<number> => {
  const generation =
    (await makeGeneration(app.database, join(app.dataDir, 'secrets'), { purpose: 'vault', author })) ?? 0;
  const prefix = sealedPrefix(generation);
  await expect.poll(() => app.ports.vault.seal('').subarray(0, prefix.length)).toEqual(prefix);
  return generation;
};
const reseal = async () =>
  keyJobs({ refresh: async () => undefined })[0]?.run({ database: app.database, ports: app.ports, log: app.ports.log });

/** Some leads, whose mobiles the vault seals as it does now. */
const addLeads = (count: number) =>
  app.rows(
    `insert into lead (ticket_no, kind, topic, name, mobile_digest, mobile_sealed, mobile_masked, consents, address, request_id)
     select 'LX' || n, 'contact', 'consult', '张三', sha256('1'), $2, '138****0001', '[]', '', '' from generate_series(1, $1::int) n`,
    [count, app.ports.vault.seal('13800000001')],
  );
const leads = async (): Promise<Buffer[]> =>
  (await app.rows('select mobile_sealed as sealed from lead')).map(({ sealed }) => sealed as Buffer);

describe('running 5.4 the vault turns over', () => {
  it('running 5.4 every column of bytes is one that the vault seals, or one of those that are known not to be', async () => {
    const rows = await app.rows(
      `select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public' and data_type = 'bytea'`,
    );
    const open = new Set(['audit_seal.content', 'crypto_key.public_spki', 'data_key.wrapped', 'media.bytes']);
    const found = rows.map(({ name }) => String(name)).filter((name) => !/(?:digest|hash|fingerprint)$/.test(name));
    const listed = sealedColumns.map(({ table, column }) => `${table}.${column}`);
    expect(listed.toSorted()).toEqual(found.filter((name) => !open.has(name)).toSorted());
    for (const { table, key } of sealedColumns) {
      const names = await app.rows(
        `select a.attname as name, format_type(a.atttypid, null) as type from pg_index i
         join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
         where i.indrelid = $1::regclass and i.indisprimary order by array_position(i.indkey::int[], a.attnum::int)`,
        [`public."${table}"`],
      );
      expect(names, table).toEqual(key);
    }
  });

  it('running 5.4 the running server takes a generation up by itself, opens what stood before, and re-seals it in parts', async () => {
    const merchant = await makeMerchant(app);
    await addLeads(1203);
    expect(await turn()).toBe(2);
    expect(app.ports.vault.open((await leads())[0] ?? Buffer.alloc(0))).toBe('13800000001');
    expect(await makeGeneration(app.database, join(app.dataDir, 'secrets'), { purpose: 'vault', author })).toBe(3);
    expect(await makeGeneration(app.database, join(app.dataDir, 'secrets'), { purpose: 'vault', author })).toBeNull();
    await expect.poll(() => app.ports.vault.seal('').subarray(0, 5)).toEqual(sealedPrefix(3));

    const held = await app.database.pool('service').connect();
    await held.query('begin; select from lead where lead_id = (select min(lead_id) from lead) for update');
    await reseal().finally(async () => {
      await held.query('rollback');
      held.release();
    });
    const old = (await leads()).filter((sealed) => !sealed.subarray(0, 5).equals(sealedPrefix(3)));
    expect(old).toHaveLength(1);
    await reseal();
    for (const sealed of await leads()) {
      expect(sealed.subarray(0, 5)).toEqual(sealedPrefix(3));
      expect(app.ports.vault.open(sealed)).toBe('13800000001');
    }
    for (const { table, column } of sealedColumns)
      expect(
        await app.rows(`select 1 from "${table}" where substring(${column} from 1 for 5) <> $1`, [sealedPrefix(3)]),
      ).toEqual([]);
    expect((await merchant.browser.call('tenant.get', {})).status).toBe(200);
  });

  it('running 5.4 an old generation is dropped by a second command, which refuses while a row needs it and in the first hour', async () => {
    await addLeads(3);
    expect(await dropOldVault(app.database, author)).toEqual({ outcome: 'none' });
    await turn();
    expect(await dropOldVault(app.database, author)).toEqual({ outcome: 'young' });
    await app.clock.advance({ hours: 2 });
    const refused = await dropOldVault(app.database, author);
    expect(refused).toMatchObject({ outcome: 'needed' });
    expect(refused.outcome === 'needed' && refused.needed).toContainEqual({ name: 'lead.mobile_sealed', count: 3 });
    const before = await leads();
    await reseal();
    expect(await app.rows(`select 1 from data_key where resealed_at is not null`)).toHaveLength(1);
    expect(await dropOldVault(app.database, author)).toEqual({ outcome: 'dropped', generations: [1] });
    await expect.poll(() => opens(before[0])).toBe(false);
    expect((await leads()).every(opens)).toBe(true);
    const started = await openSecrets(app.database, await openKeyFiles(app.dataDir, true), {});
    expect(started.vault.open((await leads())[0] ?? Buffer.alloc(0))).toBe('13800000001');
    expect(await app.rows('select generation from data_key where wrapped is null')).toEqual([{ generation: 1 }]);
  });

  it('running 5.4 a row that no key opens is named and left, and all others are re-sealed', async () => {
    await addLeads(4);
    await turn();
    await app.rows(
      'update lead set mobile_sealed = set_byte(mobile_sealed, 20, get_byte(mobile_sealed, 20) # 1) where lead_id = (select min(lead_id) from lead)',
    );
    await expect(reseal()).rejects.toThrow('1 rows');
    expect((await leads()).filter((sealed) => sealed.subarray(0, 5).equals(sealedPrefix(2)))).toHaveLength(3);
    expect(app.logged.map(({ facts }) => facts['reason'])).toContainEqual(
      expect.stringMatching(/^lead\.mobile_sealed \d+$/),
    );
    await app.clock.advance({ hours: 2 });
    expect(await dropOldVault(app.database, author)).toEqual({
      outcome: 'needed',
      needed: [{ name: 'lead.mobile_sealed', count: 1 }],
    });
  });

  it('running 5.4 a kept reply that is sealed keeps its generation until it is gone', async () => {
    await app.rows(
      `insert into idempotency (scope, operation, key, fingerprint, status, reply) values ('s', 'o', $1, '', 200, $2), ('s', 'o', $3, '', 200, '{"data":{}}')`,
      ['k1', app.ports.vault.seal('{}').toString('base64'), 'k2'],
    );
    await turn();
    await app.clock.advance({ hours: 2 });
    await reseal();
    expect(await dropOldVault(app.database, author)).toEqual({
      outcome: 'needed',
      needed: [{ name: 'idempotency.reply', count: 1 }],
    });
    await app.rows("delete from idempotency where key = 'k1'");
    expect(await dropOldVault(app.database, author)).toMatchObject({ outcome: 'dropped' });
  });

  it('running 5.4 a command that runs beside the server puts nothing in force', async () => {
    // Its server keeps its keys to itself, as if it did not run.
    const idle = await testApp();
    try {
      const files = await openKeyFiles(idle.dataDir, true);
      await openSecrets(idle.database, files);
      await makeGeneration(idle.database, files.folder, { purpose: 'vault', author });
      const command = await openSecrets(idle.database, files);
      expect(command.vault.seal('').subarray(0, 1)).toEqual(sealedPrefix(1));
      const node = await openSecrets(idle.database, files, {});
      expect(node.vault.seal('').subarray(0, 5)).toEqual(sealedPrefix(2));
      expect(command.vault.open(node.vault.seal('x'))).toBe('x');
    } finally {
      await idle.close();
    }
  });
});

const opens = (sealed: Buffer | undefined): boolean => {
  try {
    return app.ports.vault.open(sealed ?? Buffer.alloc(0)) !== '';
  } catch {
    return false;
  }
};
