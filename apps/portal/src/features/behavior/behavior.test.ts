import { CallError, type Client } from '@ronghui/client';
import { installClient } from '@ronghui/web/calls/call';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { forgetVisits, noteStep } from './behavior.shared.ts';

type Sent = { records: readonly { beaconEventId: string; beaconPageId: string; userId?: string }[] };
const sent: [string, Sent][] = [];
let failing: CallError | undefined;

beforeEach(() => {
  sent.length = 0;
  failing = undefined;
  localStorage.clear();
  forgetVisits();
  const call = async (id: string, input: Sent) => {
    sent.push([id, input]);
    if (failing !== undefined) throw failing;
    return {};
  };
  // The tracker uses only this part of the client.
  installClient({ call } as unknown as Client);
});
afterEach(() => installClient(undefined));

it('R5.6 ten records are sent together, as visits and steps of pages, without a user', async () => {
  noteStep('step.home', '/portal/home');
  noteStep('step.product', '/portal/productsDetail/factoring?from=home');
  for (let count = 0; count < 8; count += 1) noteStep('visit', '/portal/about');
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.[0]).toBe('behavior.report');
  expect(sent[0]?.[1].records).toHaveLength(10);
  expect(sent[0]?.[1].records[1]).toMatchObject({
    beaconEventId: 'step.product',
    beaconPageId: '/portal/productsDetail/factoring',
  });
  expect(JSON.stringify(sent)).not.toContain('userId');
});

it('R12.9 only the part of a typed address that can be a page’s id is reported', async () => {
  for (let count = 0; count < 10; count += 1) noteStep('visit', '/portal/productsDetail/王小明%20138');
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.[1].records[0]).toMatchObject({ beaconPageId: '/portal/productsDetail/' });
});

it('R12.9 a report that is refused as invalid is not sent again; a report without an answer is', async () => {
  for (const [failure, sentAgain] of [
    [{ kind: 'reply', status: 422 }, 10],
    [{ kind: 'unreachable' }, 20],
  ] as const) {
    sent.length = 0;
    forgetVisits();
    failing = new CallError({ operationId: 'behavior.report', ...failure });
    for (let count = 0; count < 10; count += 1) noteStep('visit', '/portal/about');
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    await Promise.resolve();
    failing = undefined;
    for (let count = 0; count < 10; count += 1) noteStep('visit', '/portal/partners');
    await vi.waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]?.[1].records).toHaveLength(sentAgain);
  }
});

it('R4.7 records that wait when the page is left are kept and sent at the next start', async () => {
  noteStep('visit', '/portal/about');
  dispatchEvent(new Event('pagehide'));
  expect(localStorage.getItem('ronghui.behavior')).toContain('/portal/about');
  forgetVisits();
  noteStep('visit', '/portal/partners');
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.[1].records[0]).toMatchObject({ beaconPageId: '/portal/about' });
});
