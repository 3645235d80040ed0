import { afterAll, beforeAll, expect, it } from 'vitest';
import { operatorAuthor as author } from '#kernel/command-verb';
import { verifyTrail } from '#kernel/observe/audit-verify';
import { makeGeneration } from '#kernel/secrets/data-keys/data-keys';
import { openKeyFiles } from '#kernel/secrets/key-files';
import { openSecrets } from '#kernel/secrets/secrets';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import { runAsAdmin } from '#kernel/testing/test-server';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ storesKeys: true });
});
afterAll(() => app.close());

const write = (count: number) =>
  app.rows(`insert into audit_event (event, result) select 'test.step', 'ok' from generate_series(1, ${count}::int)`);
const found = async () => {
  // As a command verifies it, which has read the keys anew.
  const files = await openKeyFiles(app.dataDir, true);
  const { trail } = await openSecrets(app.database, files);
  return (await verifyTrail({ db: app.database.reading('service'), trail })).findings;
};
const generations = async () =>
  (await app.rows('select distinct key_generation as g from audit_seal order by 1')).map(({ g }) => g);

it('running 5.4 R11.7 a seal names the generation of its key, those of before are verified with theirs, and none of before stands behind a later one', async () => {
  await write(4);
  await app.app.auditSealer.seal();
  await makeGeneration(app.database, (await openKeyFiles(app.dataDir, true)).folder, { purpose: 'audit', author });
  await expect.poll(() => app.ports.trail.generation).toBe(2);
  await write(4);
  await app.app.auditSealer.seal();
  expect(await generations()).toEqual([1, 2]);
  expect(await found()).toEqual([]);

  const [last] = await app.rows('select max(seal_no) as no from audit_seal');
  const sealNo = Number(last?.['no']);
  const rename = (generation: number) =>
    runAsAdmin(
      app.url,
      `set session_replication_role = replica; update audit_seal set key_generation = ${generation} where seal_no = ${sealNo}; reset session_replication_role`,
    );
  for (const generation of [1, 3]) {
    await rename(generation);
    expect((await found()).map((finding) => [finding.kind, finding.sealNo])).toEqual([['sealBroken', sealNo]]);
  }
  await rename(2);
  expect(await found()).toEqual([]);
});
