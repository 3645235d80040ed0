import { randomBytes } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { operatorAuthor as author } from '#kernel/command-verb';
import { makeGeneration } from '#kernel/secrets/data-keys/data-keys';
import { openKeyFiles } from '#kernel/secrets/key-files';
import { openSecrets } from '#kernel/secrets/secrets';
import { type TestApp, testApp } from '#kernel/testing/test-app';

let app: TestApp;
beforeEach(async () => {
  app = await testApp();
});
afterEach(() => app.close());

const open = async ({ database, dataDir }: Pick<TestApp, 'database' | 'dataDir'> = app) =>
  openSecrets(database, await openKeyFiles(dataDir, true), {});
const masterPath = () => join(app.dataDir, 'secrets/master.key');

describe('running 5.4 data keys', () => {
  it('running 5.4 the first start stores the keys that were in force, so what was sealed, digested and signed before stays good', async () => {
    const { vault, digests, trail } = app.ports;
    const sealed = vault.seal('13800000001');
    const [first, second] = await Promise.all([open(), open()]);
    for (const secrets of [first, second, await open()]) {
      expect(secrets.vault.open(sealed)).toBe('13800000001');
      expect(vault.open(secrets.vault.seal('13800000002'))).toBe('13800000002');
      expect(secrets.digests.of('mobile', '1')).toEqual(digests.of('mobile', '1'));
      expect(secrets.trail.of(1)?.of('audit seal', '1')).toEqual(trail.of(1)?.of('audit seal', '1'));
    }
    expect(first.signing.keyOf('k')).toEqual(second.signing.keyOf('k'));
    expect(
      await app.rows('select purpose, generation, in_force_at is not null as is from data_key order by 1'),
    ).toEqual(['audit', 'digests', 'signing', 'vault'].map((purpose) => ({ purpose, generation: 1, is: true })));
  });

  it('running 5.4 the first keys of a new installation do not follow from its master key, and two first starts agree on them', async () => {
    const fresh = await testApp({ makesKey: true });
    try {
      const [first, second] = await Promise.all([open(fresh), open(fresh)]);
      const sealed = first.vault.seal('13800000001');
      expect(second.vault.open(sealed)).toBe('13800000001');
      expect(() => fresh.ports.vault.open(sealed)).toThrow();
      expect(second.signing.keyOf('k')).toEqual(first.signing.keyOf('k'));
      expect(first.digests.of('mobile', '1')).not.toEqual(fresh.ports.digests.of('mobile', '1'));
    } finally {
      await fresh.close();
    }
  });

  it('running 5.4 R14.1 another master key is refused with a sentence, before the first data key and after it, and stores nothing', async () => {
    const right = await readFile(masterPath(), 'utf8');
    const wrong = randomBytes(32).toString('base64url');
    await writeFile(masterPath(), wrong);
    await expect(open()).rejects.toThrow(/secrets\/master\.key/);
    expect(await app.rows('select 1 from data_key')).toEqual([]);
    await writeFile(masterPath(), right);
    await open();
    await writeFile(masterPath(), wrong);
    await expect(open()).rejects.toThrow(/secrets\/master\.key/);
    await rm(masterPath());
    await expect(open()).rejects.toThrow(/secrets\/master\.key/);
  });

  it('running 5.4 a wrapped key stands for its own purpose and generation alone', async () => {
    await open();
    await app.rows(
      `update data_key d set wrapped = o.wrapped from data_key o where d.purpose = 'digests' and o.purpose = 'audit'`,
    );
    await expect(open()).rejects.toThrow(/secrets\/master\.key/);
  });

  it('running 5.4 a tenant’s connection reads none', async () => {
    await open();
    const { rows } = await app.database
      .pool('service')
      .query("select has_table_privilege('ronghui_tenant', 'data_key', 'select') as may");
    expect(rows).toEqual([{ may: false }]);
  });

  it('running 1.7 running 5.4 a generation is put in force once every node that lives has read it, and no sooner', async () => {
    const node = await open();
    await app.rows(
      `insert into node (node_id, boot, version, address, settings, generations, started_at, seen_at)
        values ('slow', 'b', '0.9.0', 'http://slow', '{}', '{vault 1}', app_now(), app_now())`,
    );
    await makeGeneration(app.database, join(app.dataDir, 'secrets'), { purpose: 'vault', author });
    await node.refresh();
    const inForce = () =>
      app.rows('select generation from data_key where in_force_at is not null and purpose = $1 order by 1', ['vault']);
    expect(await inForce()).toEqual([{ generation: 1 }]);
    expect(node.generations).toContain('vault 2');
    // What others will seal with it can be opened before anybody does.
    await app.rows("update node set generations = array['vault 1', 'vault 2']");
    await expect.poll(inForce).toEqual([{ generation: 1 }, { generation: 2 }]);
  });

  it('running 5.4 nobody waits for a node that is silent for half a minute', async () => {
    const node = await open();
    await app.rows(
      `insert into node (node_id, boot, version, address, settings, started_at, seen_at)
        values ('dead', 'b', '0.9.0', 'http://dead', '{}', app_now(), app_now() - interval '31 seconds')`,
    );
    await makeGeneration(app.database, join(app.dataDir, 'secrets'), { purpose: 'audit', author });
    await node.refresh();
    expect(await app.rows('select 1 from data_key where in_force_at is null')).toEqual([]);
  });
});
