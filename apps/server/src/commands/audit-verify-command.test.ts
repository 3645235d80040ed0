import { expect, it } from 'vitest';
import { testApp } from '#kernel/testing/test-app';
import { runCommand } from './run-command.fixture.ts';

it('R11.7 npm run audit:verify ends with 0 where the trail is whole, and with 1 for a head that does not stand in it', async () => {
  const app = await testApp();
  const verify = (...args: readonly string[]) => runCommand(app, 'audit-verify-command.ts', { args });
  const { code, out, err } = await verify();
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(/^已核验 \d+ 条审计记录，全部一致。末端 \d+:[0-9a-f]*\n$/);
  const head = `1:${'0'.repeat(64)}`;
  expect(await verify(head)).toMatchObject({ code: 1, out, err: `${head} 不在封存链上\n` });
  await app.close();
});
