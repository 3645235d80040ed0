import { CallError, makeIdempotencyKey } from '@ronghui/client';
import type { Fen } from '@ronghui/domain/money';
import type { Decision, Outcome } from '../bill-queries.ts';
import type { SeenBill } from './batch-steps.ts';

/** The bills of a call. @source contract 5, `batchMax` */
const billsAtOnce = 200;

/** One call of a run, with its own idempotency key; without results it has not been answered. */
export interface RunCall {
  readonly key: string;
  readonly bills: readonly SeenBill[];
  readonly results?: readonly Outcome[];
}

/** A decision on many bills, sent call by call. */
export interface BatchRun {
  readonly decision: Decision;
  /** Of sending back. */
  readonly reason: string;
  readonly calls: readonly RunCall[];
}

const callOf = (bills: readonly SeenBill[]): RunCall => ({
  key: makeIdempotencyKey(),
  // Nothing more of a bill: a run over thousands has to fit into the tab's storage.
  bills: bills.map(({ billNo, amount, direction }) => ({ billNo, amount, direction })),
});

/** A run over these bills. */
export const makeRun = (decision: Decision, bills: readonly SeenBill[], reason = ''): BatchRun => ({
  decision,
  reason,
  calls: Array.from({ length: Math.ceil(bills.length / billsAtOnce) }, (_, at) =>
    callOf(bills.slice(at * billsAtOnce, (at + 1) * billsAtOnce)),
  ),
});

/** The first call without an answer. */
export const nextCall = ({ calls }: BatchRun): RunCall | undefined =>
  calls.find(({ results }) => results === undefined);

/** The run after an answer. */
export const withResults = (run: BatchRun, key: string, results: readonly Outcome[]): BatchRun => ({
  ...run,
  calls: run.calls.map((one) => (one.key === key ? { ...one, results } : one)),
});

/** A call that was refused has changed nothing: it goes on under another key, and in halves where it may have been too long. */
const again = ({ bills }: RunCall, status: number): readonly RunCall[] => {
  const half = Math.ceil(bills.length / 2);
  return status === 422 && bills.length > 1
    ? [callOf(bills.slice(0, half)), callOf(bills.slice(half))]
    : [callOf(bills)];
};

/** The run after a call failed: one whose end is unknown keeps its key, so that it is not done twice. @source R4.12 */
export const afterFailure = (run: BatchRun, key: string, error: unknown): BatchRun => {
  const isKnown = error instanceof CallError && error.kind === 'reply' && error.status < 500;
  return isKnown
    ? { ...run, calls: run.calls.flatMap((one) => (one.key === key ? again(one, error.status) : one)) }
    : run;
};

/** Whether the failure was a call with more bills than the server takes, which went into halves. */
export const isTooLong = (call: RunCall, error: unknown): boolean =>
  error instanceof CallError && error.status === 422 && call.bills.length > 1;

/** How many bills are answered, of how many. */
export const progressOf = ({ calls }: BatchRun): { readonly done: number; readonly total: number } => {
  const countOf = (some: readonly RunCall[]) => some.reduce((sum, { bills }) => sum + bills.length, 0);
  return { done: countOf(calls.filter(({ results }) => results !== undefined)), total: countOf(calls) };
};

/** 已完成 200 / 1,240 张 */
export const progressText = (run: BatchRun): string => {
  const { done, total } = progressOf(run);
  return `已完成 ${done.toLocaleString('en-US')} / ${total.toLocaleString('en-US')}\u00a0张`;
};

/** What became of a bill of the run; `present` is its amount where it has changed. */
export interface BillResult extends SeenBill {
  readonly outcome: Outcome['outcome'];
  readonly present?: Fen;
}

/** The outcomes so far, in the order sent. */
export const resultsOf = ({ calls }: BatchRun): readonly BillResult[] =>
  calls.flatMap(({ bills, results = [] }) =>
    bills.flatMap((bill, at) => {
      const result = results[at];
      if (result === undefined) return [];
      const { outcome, amount } = result;
      return [{ ...bill, outcome, ...(amount !== undefined && { present: amount }) }];
    }),
  );
