/**
 * Code that must not compile. Only the compiler checks this file: a line that compiles fails, because its
 * `@ts-expect-error` then expects an error that is absent (house 4, house 11).
 */

import { invalid, raced, type TooOften, tooOften } from './declared-errors.ts';
import type { ErrorData, ErrorOf, Input, Output } from './index.ts';
import {
  type ErrorDataOf,
  type Fail,
  type HandlersFor,
  type OperationSpec,
  operation,
  type ReasonOf,
  type Refused,
} from './operation.ts';
import { fen, id, object, optional, text } from './shapes.ts';

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
  'planted.pay': operation({
    path: '/ftc/api/planted/pay',
    summary: '付款',
    who: 'merchant',
    writes: true,
    request: object({ amount: fen({ min: 1 }) }),
    reply: object({}),
    errors: { notFound: 'RHSY404', notAllowed: 'RHSY409', tooOften, invalid },
  }),
  'planted.step': operation({
    path: '/ftc/ops/planted/step',
    summary: '办理',
    who: 'ops',
    writes: true,
    request: object({ id: id() }),
    reply: object({}),
    errors: { notFound: 'RHSY404', changed: raced('RHSY409', 'id') },
  }),
} satisfies Record<string, OperationSpec>;

type Handlers = HandlersFor<typeof planted, { readonly now: Date }>;
type Read = Handlers['planted.read'];

const read: Read = async (input, { now, fail }) => {
  if (input.name === undefined) return fail('notFound');
  return { name: `${input.name} ${now.getTime()}` };
};
const write: Handlers['planted.write'] = async () => ({});
type Pay = Handlers['planted.pay'];
type PayErrors = (typeof planted)['planted.pay']['errors'];
type Decision = { readonly ok: true } | Refused<PayErrors>;
declare const decide: () => Decision;
declare const count: (context: { readonly fail: Fail<{ tooOften: TooOften }> }) => void;

/** A reason with its data, a part of the handler with fewer reasons, and a refused outcome: all compile. */
const pay: Pay = async (_input, { fail }) => {
  count({ fail });
  const decision = decide();
  if (!decision.ok) return fail(decision);
  const reason = ['notFound', 'notAllowed'] as const;
  if (reason[0] !== undefined) return fail(reason[Number(reason.length > 1) as 0 | 1]);
  return fail('tooOften', { retryAfter: 7 });
};

/** A step that came second gives no data: dispatch says who was first. */
const step: Handlers['planted.step'] = async ({ id: given }, { fail }) =>
  given === '' ? fail('notFound') : fail({ ok: false, reason: 'changed' });

/** A complete handler compiles. */
export const complete: Handlers = {
  'planted.read': read,
  'planted.write': write,
  'planted.pay': pay,
  'planted.step': step,
};

/** Its code is the declared one alone, and its data may name who was first. */
export const racedData: ErrorDataOf<(typeof planted)['planted.step'], 'RHSY409'> = {};

// @ts-expect-error a code that the step does not declare
export const racedOther: ErrorDataOf<(typeof planted)['planted.step'], 'RHSY404'> = {};

// @ts-expect-error a step that came second with data of its handler
export const namedByHandler: Handlers['planted.step'] = async (_input, { fail }) => fail('changed', {});

// @ts-expect-error a handler is missing
export const missing: Handlers = { 'planted.read': read };

// @ts-expect-error an operation that is not declared
export const foreign: Handlers = { ...complete, 'planted.erase': write };

// @ts-expect-error a reply without its field
export const wrongReply: Read = async () => ({});

// @ts-expect-error a reply whose field has another type
export const wrongField: Read = async () => ({ name: 1 });

// @ts-expect-error a reason that the operation does not declare
export const undeclared: Read = async (_input, { fail }) => fail('locked');

// @ts-expect-error an operation without errors has no reason
export const reasonless: Handlers['planted.write'] = async (_input, { fail }) => fail('notFound');

// @ts-expect-error a reason without the data that it is declared with
export const dataless: Pay = async (_input, { fail }) => fail('tooOften');

// @ts-expect-error data of another type
export const wrongData: Pay = async (_input, { fail }) => fail('tooOften', { retryAfter: 'soon' });

// @ts-expect-error data of another reason
export const foreignData: Pay = async (_input, { fail }) => fail('tooOften', { fields: [] });

// @ts-expect-error data beside a reason that has none
export const needlessData: Pay = async (_input, { fail }) => fail('notFound', { retryAfter: 7 });

// @ts-expect-error a refused outcome without its data
export const datalessDecision: Pay = async (_input, { fail }) => fail({ ok: false, reason: 'tooOften' });

// @ts-expect-error a refused outcome with a reason that the operation does not declare
export const foreignDecision: Pay = async (_input, { fail }) => fail({ ok: false, reason: 'locked' });

// @ts-expect-error an outcome that was not refused
export const noDecision: Pay = async (_input, { fail }) => fail({ ok: true });

// @ts-expect-error a part that fails for a reason which this operation does not declare
export const foreignPart: Read = async (_input, { fail }) => count({ fail });

// @ts-expect-error a plain number is not an amount of money
export const bareMoney: Parameters<Pay>[0] = { amount: 100 };

// @ts-expect-error a field that the request does not have
export const unknownField: Read = async (input) => ({ name: input.title });

// @ts-expect-error an optional field may be missing
export const mayBeMissing: Read = async (input) => ({ name: input.name.trim() });

// @ts-expect-error a code that is not in the catalogue
export const unknownCode = operation({ ...planted['planted.read'], errors: { notFound: 'RHXX999' } });

// @ts-expect-error a key that does not exist
export const unknownKey = operation({ ...planted['planted.write'], keys: ['tenant.erase'] });

// @ts-expect-error a key of staff is not a merchant's key
export const staffKey = operation({ ...planted['planted.write'], keys: ['ops.order.write'] });

const facts = { path: '/ftc/ops/planted/read', summary: '读取', request: object({}), reply: object({}) } as const;
export const staffOperation = operation({ ...facts, who: 'ops', keys: ['ops.order.write'], duringSetup: true });

// @ts-expect-error a merchant's key is not a key of staff
export const merchantKey = operation({ ...facts, who: 'ops', keys: ['order.write'] });

// @ts-expect-error a visitor needs no keys
export const visitorKey = operation({ ...facts, who: 'visitor', keys: ['order.write'] });

/** The caller knows the data of an error. */
export const wait: ErrorDataOf<(typeof planted)['planted.pay'], 'RHSY429'> = { retryAfter: 7 };
export const isSoon = (data: ErrorData<'OPS10003'>): boolean => data.retryAfter < 60;
export const proof: ErrorData<'RHAC003'> = { need: 'totp' };

// @ts-expect-error this error has no data
export const nothing: ErrorDataOf<(typeof planted)['planted.pay'], 'RHSY404'> = {};

// @ts-expect-error a proof that the contract does not have
export const noProof: ErrorData<'RHAC003'> = { need: 'face' };

/** The reasons of a call are those of its declaration. */
export const reason: ReasonOf<(typeof planted)['planted.read']> = 'notFound';
/** A call's input, output and codes come from the contract. */
export const input: Input<'agreement.detail'> = { id: 'terms' };
export const code: ErrorOf<'portal.login'> = 'OPS10003';
export const isName = (output: Output<'tenant.get'>): string => output.name;

// @ts-expect-error a call of an operation that is not declared
export const noCall: Input<'agreement.erase'> = {};

// @ts-expect-error a call without its field
export const noField: Input<'agreement.detail'> = {};

// @ts-expect-error a code that this operation never answers
export const noCode: ErrorOf<'agreement.detail'> = 'OPS10003';
