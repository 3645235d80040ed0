import type { Input, MemberRole, Output, operations } from '@ronghui/contract';
import type { UploadedFile } from '#kernel/calls/call';
import type { MerchantContext } from '#kernel/calls/context';
import { issueTicket } from '#kernel/calls/sessions/tickets';
import { recordEvent } from '#kernel/observe/audit';
import { callOperation, uploadOf } from './operation-call.ts';
import type { Past } from './past.ts';

type Operations = typeof operations;
/** The calls of a merchant's pages, and those of the public ones on the way to an order. */
type MerchantCall =
  | { [Id in keyof Operations]: Operations[Id]['who'] extends 'merchant' ? Id : never }[keyof Operations]
  | 'order.quote'
  | 'portal.productQueryDetail';
/** What a member sends; the key and the sealing are those of a browser. */
type Sent<Id extends MerchantCall> = Omit<Input<Id>, 'idempotencyKey' | 'kid'>;

const ticketMs = 60_000;

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
    const { userId, tenantId, role } = this;
    const caller = { session: this.#session, address: this.#address, more: { userId, tenantId, role } };
    const { reply, requestId, facts, writes } = await callOperation(this.#past, caller, { id, input, upload });
    if (!writes) return reply as Output<Id>;
    const actor = { kind: 'user', userId, tenantId } as const;
    const origin = { operation: id, address: this.#address, requestId, sessionId: this.#session.sessionId };
    recordEvent(this.#past.tx, actor, { event: id, ...facts }, origin);
    return reply as Output<Id>;
  }

  /** Uploads a file; returns its id. */
  async upload(name: string, bytes: Buffer): Promise<string> {
    const { facts, upload } = uploadOf(name, bytes);
    return (await this.call('file.upload', facts, upload)).fileId;
  }

  /** A fresh proof of identity. */
  proof(): Promise<string> {
    const { sessionId } = this.#session;
    return issueTicket(this.#past.ports, { purpose: 'step', sessionId }, ticketMs);
  }
}
