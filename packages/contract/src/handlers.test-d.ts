/**
 * What must not compile. Checked by the compiler alone: a line below that does compile is an error of its own, because then nothing is
 * expected there (house 4, house 11).
 */

import type { ErrorOf, Input, Output } from './index.ts';
import { type HandlersFor, type OperationSpec, operation, type ReasonOf } from './operation.ts';
import { id, object, optional, text } from './shapes.ts';

const planted = {
  'planted.read': operation({
    path: '/ftc/api/planted/read',
    summary: '读取',
    who: 'visitor',
    request: object({ id: id(), name: optional(text(20)) }),
    reply: object({ name: text(20) }),
    errors: { notFound: 'RHSY404' },
  }),
  'planted.write': operation({
    path: '/ftc/api/planted/write',
    summary: '写入',
    who: 'merchant',
    keys: ['tenant.write'],
    writes: true,
    request: object({ name: text(20) }),
    reply: object({}),
  }),
} satisfies Record<string, OperationSpec>;

type Handlers = HandlersFor<typeof planted, { readonly now: Date }>;
type Read = Handlers['planted.read'];

const read: Read = async (input, { now, fail }) => {
  if (input.name === undefined) return fail('notFound');
  return { name: `${input.name} ${now.getTime()}` };
};
const write: Handlers['planted.write'] = async () => ({});

/** Complete: compiles. */
export const complete: Handlers = { 'planted.read': read, 'planted.write': write };

// @ts-expect-error a handler is missing
export const missing: Handlers = { 'planted.read': read };

// @ts-expect-error an operation that nobody declared
export const foreign: Handlers = { 'planted.read': read, 'planted.write': write, 'planted.erase': write };

// @ts-expect-error a reply without its field
export const wrongReply: Read = async () => ({});

// @ts-expect-error a reply whose field has another type
export const wrongField: Read = async () => ({ name: 1 });

// @ts-expect-error a reason that the operation does not declare
export const undeclared: Read = async (_input, { fail }) => fail('locked');

// @ts-expect-error an operation without errors has no reason to fail for
export const reasonless: Handlers['planted.write'] = async (_input, { fail }) => fail('notFound');

// @ts-expect-error a field that the request does not have
export const unknownField: Read = async (input) => ({ name: input.title });

// @ts-expect-error an optional field may be missing
export const mayBeMissing: Read = async (input) => ({ name: input.name.trim() });

// @ts-expect-error a code that is not in the catalogue
export const unknownCode = operation({ ...planted['planted.read'], errors: { notFound: 'RHXX999' } });

// @ts-expect-error a key that nobody holds
export const unknownKey = operation({ ...planted['planted.write'], keys: ['tenant.erase'] });

// @ts-expect-error a key of staff opens nothing of a merchant's
export const staffKey = operation({ ...planted['planted.write'], keys: ['ops.order.write'] });

const facts = { path: '/ftc/ops/planted/read', summary: '读取', request: object({}), reply: object({}) } as const;
export const staffOperation = operation({ ...facts, who: 'ops', keys: ['ops.order.write'], duringSetup: true });

// @ts-expect-error a merchant's key opens nothing of staff's
export const merchantKey = operation({ ...facts, who: 'ops', keys: ['order.write'] });

// @ts-expect-error a visitor needs no keys
export const visitorKey = operation({ ...facts, who: 'visitor', keys: ['order.write'] });

/** The words of a call are those of the declaration. */
export const reason: ReasonOf<(typeof planted)['planted.read']> = 'notFound';
/** A call's input, output and codes come from the contract. */
export const input: Input<'agreement.detail'> = { id: 'terms' };
export const code: ErrorOf<'portal.login'> = 'OPS10003';
export const isName = (output: Output<'tenant.get'>): string => output.name;

// @ts-expect-error a call of an operation that nobody declared
export const noCall: Input<'agreement.erase'> = {};

// @ts-expect-error a call without its field
export const noField: Input<'agreement.detail'> = {};

// @ts-expect-error a code that this operation never answers
export const noCode: ErrorOf<'agreement.detail'> = 'OPS10003';
