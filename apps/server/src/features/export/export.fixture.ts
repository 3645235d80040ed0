import type { Merchant } from '#features/tenant/tenant.fixture';
import { newKey } from '#kernel/testing/new-key';
import type { TestApp } from '#kernel/testing/test-app';
import type { TestReply } from '#kernel/testing/test-client';

type Payload = Readonly<Record<string, unknown>>;
type Caller = Pick<Merchant, 'browser'>;

/** Asks for an export, in whatever way; orders as XLSX by default. */
export const askExport = ({ browser }: Caller, payload: Payload = {}): Promise<TestReply> =>
  browser.call('export.create', { kind: 'orders', format: 'xlsx', filter: {}, idempotencyKey: newKey(), ...payload });

/** Asks for an export that must be accepted, and runs it; returns its id. */
export const exported = async (app: TestApp, by: Caller, payload: Payload = {}): Promise<string> => {
  const asked = await askExport(by, payload);
  if (asked.status !== 200) throw new Error(asked.text);
  await app.app.sentJobs.drain();
  return String(asked.body.data.exportId);
};

/** An export as its list has it. */
export const exportOf = async ({ browser }: Caller, exportId: string) =>
  (await browser.call('export.get', { exportId })).body.data;

/** The file of an export. */
export const fetchExport = ({ browser }: Caller, exportId: string): Promise<TestReply> =>
  browser.call('export.download', { exportId });
