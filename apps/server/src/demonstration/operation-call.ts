import { createHash } from 'node:crypto';
import { type OperationSpec, operations } from '@ronghui/contract';
import { handlers } from '#features/index';
import type { AnyHandler, UploadedFile } from '#kernel/calls/call';
import type { Session, VisitorContext } from '#kernel/calls/context';
import type { AuditFacts } from '#kernel/observe/audit';
import type { Past } from './past.ts';

/** A refusal: the content or the settings of this installation do not allow the demonstration. */
export class DemonstrationRefused extends Error {}

const noBrowser = (): never => {
  throw new Error('nobody of the demonstration has a browser');
};

const withoutBrowser: VisitorContext['sessions'] = {
  signKey: noBrowser,
  begin: noBrowser,
  end: noBrowser,
  endAllOf: noBrowser,
  listOf: noBrowser,
  endOne: noBrowser,
  endIn: noBrowser,
  setRole: noBrowser,
};

/** Who calls: the session, and what dispatch adds to the context of their kind of caller. */
export interface Caller {
  readonly session: Session;
  readonly address: string;
  readonly more: Readonly<Record<string, unknown>>;
}

/** What a call left: its reply, and the facts of its event where it writes. */
export interface Called {
  readonly reply: unknown;
  readonly requestId: string;
  readonly facts: AuditFacts;
  readonly writes: boolean;
}

/** What is called, with what. */
export interface AskedCall {
  readonly id: keyof typeof operations;
  readonly input: object;
  readonly upload?: UploadedFile | undefined;
}

/** A file to upload: what a call says of it, and its bytes. */
export const uploadOf = (name: string, bytes: Buffer) => {
  const facts = { name, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
  const body = (async function* () {
    yield bytes;
  })();
  const upload: UploadedFile = { ...facts, body };
  return { facts, upload };
};

/** Calls an operation in the transaction of the past, as dispatch would. @throws DemonstrationRefused where it is refused */
export const callOperation = async (
  { tx, ports }: Past,
  { session, address, more }: Caller,
  { id, input, upload }: AskedCall,
): Promise<Called> => {
  let facts: AuditFacts = {};
  const requestId = ports.ids.id();
  const context: VisitorContext & { readonly fail: unknown; readonly upload: UploadedFile | undefined } = {
    session,
    requestId,
    address,
    now: ports.clock.now(),
    db: tx,
    snapshot: async () => ({
      db: tx,
      twin: () => Promise.reject(new Error('there is one connection')),
      close: async () => undefined,
    }),
    fromReplica: (read) => read(tx),
    transact: (work) => work(tx),
    transactAsService: (work) => work(tx),
    transactAhead: (work) => work(tx),
    transactFor: (_person, work) => work(tx),
    sessions: withoutBrowser,
    device: { name: 'Chrome · Windows', known: null, remember: noBrowser },
    talk: { known: null, renew: noBrowser },
    ports,
    onEnd: noBrowser,
    audit: (given) => {
      facts = { ...facts, ...given };
    },
    ...more,
    upload,
    fail: (why: string | { readonly reason: string }, data: unknown) => {
      const reason = typeof why === 'string' ? why : why.reason;
      throw new DemonstrationRefused(`${id}: ${reason} ${JSON.stringify(data ?? why)}`);
    },
  };
  // As the registry does: handler and declaration have the same id, and their types end here.
  const handler = handlers[id] as unknown as AnyHandler;
  const reply = await handler({ ...input, idempotencyKey: requestId } as never, context as never);
  const spec: OperationSpec = operations[id];
  return { reply, requestId, facts, writes: spec.writes === true };
};
