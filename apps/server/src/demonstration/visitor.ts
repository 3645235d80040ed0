import type { Input, Output } from '@ronghui/contract';
import type { VisitorContext } from '#kernel/calls/context';
import { issueTicket } from '#kernel/calls/sessions/tickets';
import { recordEvent } from '#kernel/observe/audit';
import { callOperation } from './operation-call.ts';
import type { Past } from './past.ts';

type VisitorCall = 'behavior.report' | 'portal.contact' | 'customerContact.trial';
/** What a visitor sends; the key, the sealing and the solved picture are those of a browser. */
type Sent<Id extends VisitorCall> = Omit<Input<Id>, 'idempotencyKey' | 'kid' | 'imageTicket'>;

const ticketMs = 60_000;

/** Somebody without an account, in one browser session: the same handlers, the same audit. */
export class Visitor {
  readonly #past: Past;
  readonly #address: string;
  readonly #session: VisitorContext['session'];

  constructor(past: Past, address: string) {
    this.#past = past;
    this.#address = address;
    const sessionId = past.ports.ids.id();
    this.#session = { kind: 'anon', sessionId, area: 'portal', userId: null, tenantId: null, role: null, staff: null };
  }

  /** Calls an operation. A refusal ends the demonstration. */
  async call<Id extends VisitorCall>(id: Id, input: Sent<Id>): Promise<Output<Id>> {
    const { sessionId } = this.#session;
    const imageTicket = await issueTicket(this.#past.ports, { purpose: 'imageCode', sessionId }, ticketMs);
    const caller = { session: this.#session, address: this.#address, more: {} };
    const asked = { id, input: { ...input, imageTicket } };
    const { reply, requestId, facts } = await callOperation(this.#past, caller, asked);
    if (id === 'behavior.report') return reply as Output<Id>;
    const origin = { operation: id, address: this.#address, requestId, sessionId };
    recordEvent(this.#past.tx, { kind: 'visitor' }, { event: id, ...facts }, origin);
    return reply as Output<Id>;
  }
}
