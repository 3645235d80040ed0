import { inject } from 'vitest';
import type { IncomingCall, Operation, UploadedFile } from '#kernel/calls/call';
import type { Dispatch } from '#kernel/calls/dispatch';
import type { Registry } from '#kernel/calls/registry';
import { createSiteOf } from '#kernel/calls/sessions/cookies';
import { newTraceId } from '#kernel/setup/ids';
import { noteProvoked } from '#kernel/testing/provoked-errors';
import type { CallOptions, TestBrowser, TestReply } from '#kernel/testing/test-client';

const site = createSiteOf(false)(false, 'localhost:8080');

/** A file that never arrives: such a call is refused before it is read. */
const unread: UploadedFile = {
  name: '',
  size: 0,
  sha256: '',
  body: (async function* () {
    yield* [];
    throw new Error('a refused call has read its file');
  })(),
};

/** A call that is refused, as its door hands it on. */
export type RefusedCall = (
  browser: TestBrowser,
  operationId: string,
  asked: Pick<CallOptions, 'direct' | 'envelope'> & { readonly data: string },
) => Promise<Pick<TestReply, 'status' | 'text' | 'body'>>;

/**
 * Makes calls of a browser in process, by the function that both doors end in: everything that is decided behind the reading of the request, at a
 * fraction of what a request costs. For refusals: cookies and files of replies are the doors'.
 */
export const refusedCalls = ({ registry, dispatch }: { registry: Registry; dispatch: Dispatch }): RefusedCall => {
  const operations = new Map<string, Operation>(registry.all().map((operation) => [operation.id, operation]));
  return async (browser, operationId, { data, direct = false, envelope: replaced }) => {
    const operation = operations.get(operationId);
    if (operation === undefined) throw new Error(`no operation is called ${operationId}`);
    const signedFor = direct ? operation.spec.path : operationId;
    const call: IncomingCall = {
      operation,
      signedFor,
      traceId: newTraceId(),
      address: '127.0.0.1',
      site,
      cookie: browser.cookie,
      userAgent: undefined,
      tenantId: undefined,
      envelope: browser.envelope(signedFor, data, replaced),
      upload: operation.spec.upload === true ? unread : null,
    };
    const { status, body: text, cookies } = await dispatch(call);
    if (typeof text !== 'string' || cookies.length > 0) throw new Error(`${operationId} was not refused`);
    const body: TestReply['body'] = JSON.parse(text);
    if (body.errCode !== undefined) noteProvoked(inject('provokedErrors'), operationId, body.errCode);
    return { status, text, body };
  };
};
