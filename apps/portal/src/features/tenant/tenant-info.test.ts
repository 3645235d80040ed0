import { CallError, type Client } from '@ronghui/client';
import { installClient } from '@ronghui/web/calls/call';
import { describe, expect, it } from 'vitest';
import { refusal } from '#kernel/testing/page.fixture.tsx';
import { fetchTenantInfo } from './tenant-info.ts';

const answering = (error: CallError) =>
  installClient({
    start: () => Promise.reject(error),
    call: (() => Promise.reject(error)) as Client['call'],
    send: () => Promise.reject(error),
    keys: () => Promise.reject(error),
    serverNow: Date.now,
  });

describe('fetchTenantInfo', () => {
  it('R4.3 a 401 gives an empty result without a message', async () => {
    answering(new CallError({ kind: 'reply', operationId: 'tenant.get', errCode: 'RHSY401', status: 401 }));
    expect(await fetchTenantInfo()).toBeNull();
  });

  it('R8.3 any other failure rejects', async () => {
    answering(refusal('tenant.get', 'OPSB0002'));
    await expect(fetchTenantInfo()).rejects.toMatchObject({ errCode: 'OPSB0002' });
  });
});
