import type { Input, Output, operations, StaffRole } from '@ronghui/contract';
import type { UploadedFile } from '#kernel/calls/call';
import type { OpsContext } from '#kernel/calls/context';
import type { Author } from '#kernel/observe/actor';
import { callOperation } from './operation-call.ts';
import type { Past } from './past.ts';

type Operations = typeof operations;
type OpsCall = { [Id in keyof Operations]: Operations[Id]['who'] extends 'ops' ? Id : never }[keyof Operations];

const roles: readonly StaffRole[] = ['finance'];

/** The provider's finance, who calls the operations of the console: the same handlers, the same audit. */
export class Finance {
  readonly staffId = 'demonstration';
  readonly #past: Past;
  readonly #author: Author;
  readonly #session: OpsContext['session'];

  constructor(past: Past, author: Author) {
    this.#past = past;
    this.#author = author;
    const staff = { staffId: this.staffId, roles, pendingSetup: [] };
    const sessionId = past.ports.ids.id();
    this.#session = { kind: 'ops', sessionId, area: 'ops', userId: null, tenantId: null, role: null, staff };
  }

  /** Calls an operation. A refusal ends the demonstration. */
  async call<Id extends OpsCall>(
    id: Id,
    input: Omit<Input<Id>, 'idempotencyKey'>,
    upload?: UploadedFile,
  ): Promise<Output<Id>> {
    const more = { staffId: this.staffId, roles, pendingSetup: [], author: this.#author };
    const caller = { session: this.#session, address: '203.0.113.10', more };
    const { reply, facts, writes } = await callOperation(this.#past, caller, { id, input, upload });
    if (writes) this.#author.record(this.#past.tx, { event: id, ...facts });
    return reply as Output<Id>;
  }
}
