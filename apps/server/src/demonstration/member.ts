import { createHash } from 'node:crypto';
import { type Input, type MemberRole, type OperationSpec, type Output, operations } from '@ronghui/contract';
import { handlers } from '#features/index';
import type { AnyHandler, UploadedFile } from '#kernel/calls/call';
import type { MerchantContext, VisitorContext } from '#kernel/calls/context';
import { issueTicket } from '#kernel/calls/sessions/tickets';
import { type AuditFacts, recordEvent } from '#kernel/observe/audit';
import type { Past } from './past.ts';

type Operations = typeof operations;
/** The calls of a merchant's pages, and those of the public ones on the way to an order. */
type MerchantCall =
  | { [Id in keyof Operations]: Operations[Id]['who'] extends 'merchant' ? Id : never }[keyof Operations]
  | 'order.quote'
  | 'portal.productQueryDetail';
/** What a member sends; the key and the sealing are those of a browser. */
type Sent<Id extends MerchantCall> = Omit<Input<Id>, 'idempotencyKey' | 'kid'>;

/** A refusal: the content or the settings of this installation do not allow the demonstration. */
export class DemonstrationRefused extends Error {}

const ticketMs = 60_000;
const noBrowser = (): never => {
  throw new Error('a member of the demonstration has no browser');
};

/** A member of the merchant, who calls operations as a browser would: the same handlers, the same audit. */
export class Member {
  readonly userId: string;
  readonly tenantId: string;
  readonly role: MemberRole;
  readonly #past: Past;
  readonly #address: string;
  readonly #session: MerchantContext['session'];

  constructor(past: Past, who: Pick<Member, 'userId' | 'tenantId' | 'role'>, address: string) {
    this.#past = past;
    this.userId = who.userId;
    this.tenantId = who.tenantId;
    this.role = who.role;
    this.#address = address;
    const { userId, tenantId, role } = who;
    const sessionId = past.ports.ids.id();
    this.#session = { kind: 'merchant', sessionId, area: 'portal', userId, tenantId, role, staff: null };
  }

  /** Calls an operation. A refusal ends the demonstration. */
  async call<Id extends MerchantCall>(id: Id, input: Sent<Id>, upload?: UploadedFile): Promise<Output<Id>> {
    const { tx, ports } = this.#past;
    let facts: AuditFacts = {};
    const requestId = ports.ids.id();
    const context: MerchantContext & { readonly fail: unknown; readonly upload: UploadedFile | undefined } = {
      session: this.#session,
      requestId,
      address: this.#address,
      now: ports.clock.now(),
      db: tx,
      transact: (work) => work(tx),
      transactAsService: (work) => work(tx),
      sessions: withoutBrowser,
      device: { name: 'Chrome · Windows', known: null, remember: noBrowser },
      ports,
      onEnd: noBrowser,
      audit: (more) => {
        facts = { ...facts, ...more };
      },
      tenantId: this.tenantId,
      userId: this.userId,
      role: this.role,
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
    if (spec.writes !== true) return reply as Output<Id>;
    const actor = { kind: 'user', userId: this.userId, tenantId: this.tenantId } as const;
    const origin = { operation: id, address: this.#address, requestId, sessionId: this.#session.sessionId };
    recordEvent(tx, actor, { event: id, ...facts }, origin);
    return reply as Output<Id>;
  }

  /** Uploads a file; returns its id. */
  async upload(name: string, bytes: Buffer): Promise<string> {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const facts = { name, size: bytes.length, sha256 };
    const body = (async function* () {
      yield bytes;
    })();
    return (await this.call('file.upload', facts, { ...facts, body })).fileId;
  }

  /** A fresh proof of identity. */
  proof(): Promise<string> {
    const { sessionId } = this.#session;
    return issueTicket(this.#past.ports, { purpose: 'step', sessionId }, ticketMs);
  }
}

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
