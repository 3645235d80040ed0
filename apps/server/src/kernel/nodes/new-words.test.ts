import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { finishContracts, migrate } from '#kernel/database/migrate';
import { keptLog, migrationFolder } from '#kernel/database/migrating/migration-folder.fixture';
import { newNodeMark } from '#kernel/jobs/node-mark';
import { type NodeRegistry, openNodeRegistry } from '#kernel/nodes/node-registry';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import { mayWriteWordsOf } from './new-words.ts';

let app: TestApp;
const opened: NodeRegistry[] = [];
beforeEach(async () => {
  app = await testApp({ storesKeys: true });
});
afterEach(async () => {
  for (const registry of opened.splice(0)) await registry.leave();
  await app.close();
});

const enter = async (version: string): Promise<NodeRegistry> => {
  const registry = await openNodeRegistry({
    database: app.database,
    log: keptLog(),
    mark: newNodeMark(),
    version,
    address: `http://${version}`,
    settings: {},
    onGone: () => undefined,
  });
  opened.push(registry);
  return registry;
};
const mayWrite = (version: string) => mayWriteWordsOf(app.database.reading('service'), version);

describe('running 4.1 a word that the version before does not know', () => {
  it('running 4.1 is written once no node of it lives, and from then on none enters', async () => {
    const dir = await migrationFolder({ '9501_words.sql': '-- kind: contract 0.9.0\nselect 1;' });
    const options = { url: app.url, dir, version: '0.9.0', beatsMs: 0 };
    const old = await enter('0.8.0');
    await enter('0.9.0');
    await migrate(options);
    expect(await mayWrite('0.9.0')).toBe(false);
    await old.leave();
    expect(await mayWrite('0.9.0')).toBe(false);
    await finishContracts(options);
    expect(await mayWrite('0.9.0')).toBe(true);
    await expect(enter('0.8.0')).rejects.toThrow('数据库只支持 0.9.0 或更新的版本');
  });

  it('running 4.1 is written by a version between, and not one of a later version', async () => {
    const dir = await migrationFolder({ '9501_words.sql': '-- kind: contract 0.10.0\nselect 1;' });
    await migrate({ url: app.url, dir, version: '0.10.0', isAlone: true });
    expect(await Promise.all(['0.9.0', '0.10.0', '0.10.1', '1.0.0'].map(mayWrite))).toEqual([true, true, false, false]);
  });
});
