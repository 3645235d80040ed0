import { mkdtemp, open, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createFileChannels } from '#adapters/outbox-files';
import { createClock } from '#kernel/setup/clock';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'ronghui-outbox-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

test('R14.6 a message is on the disk before the outbox counts it as sent', async () => {
  const folder = await open(dataDir, 'r');
  const synced = vi.spyOn(Object.getPrototypeOf(folder), 'sync');
  await folder.close();
  const message = { kind: 'sms', mobile: '13800000001', scene: 'login', expiresAt: new Date() } as const;
  const { sms } = createFileChannels(dataDir, createClock());
  const send = (code: string) => sms.send({ id: code, message: { ...message, code }, attempts: 0, lost: null });
  await send('123456');
  const file = join(dataDir, 'outbox/sms.jsonl');
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ mobile: '13800000001', code: '123456' });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  // The file, its folder, and the parent folder.
  expect(synced).toHaveBeenCalledTimes(3);
  await send('654321');
  expect(synced).toHaveBeenCalledTimes(4);
  synced.mockRestore();
});
