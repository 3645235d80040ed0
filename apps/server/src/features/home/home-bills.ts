import type { Output } from '@ronghui/contract';
import type { BillDirection, BillStatus } from '@ronghui/domain/bill';
import { dayLater, dayOf, endOfDay } from '@ronghui/domain/calendar';
import { addSums, differenceOfSums, type FenSum } from '@ronghui/domain/money';
import { type BillGroup, groupBills, type SummaryBounds } from '#features/bill/bill.reads';
import { countAwaited } from '#features/feedback/feedback.reads';
import type { MerchantContext } from '#kernel/calls/context';

type Bills = NonNullable<Output<'home.summary'>['bills']>;
type Groups = readonly BillGroup[];

const monthCount = 12;
/** Where the spans of overdue days begin. @unit days */
const ageDays = [60, 30] as const;

/** The first days of the last months, the earliest first; `2026-11-01` is one. */
const firstDaysOf = (now: Date): readonly string[] => {
  const [year = 0, month = 1] = dayOf(now).split('-').map(Number);
  return Array.from({ length: monthCount }, (_, place) =>
    new Date(Date.UTC(year, month - monthCount + place, 1)).toISOString().slice(0, 10),
  );
};

const boundsOf = (now: Date): SummaryBounds => {
  const today = dayOf(now);
  return {
    months: firstDaysOf(now).map((day) => endOfDay(dayLater(day, -1))),
    days: [...ageDays.map((days) => dayLater(today, -days)), today],
  };
};

const some = (groups: Groups): { count: number; amount: FenSum } => ({
  count: groups.reduce((sum, { count }) => sum + count, 0),
  amount: addSums(groups.map(({ amount }) => amount)),
});

/** What is not paid of some bills. */
const rest = (groups: Groups): { count: number; amount: FenSum } => ({
  count: some(groups).count,
  amount: addSums(groups.map(({ amount, paid }) => differenceOfSums(amount, paid))),
});

/** A part for each direction, from its groups alone. */
const sides = <Part>(groups: Groups, part: (own: Groups) => Part): { payable: Part; receivable: Part } => {
  const of = (direction: BillDirection) => part(groups.filter((group) => group.direction === direction));
  return { payable: of('payable'), receivable: of('receivable') };
};

const withStatus = (groups: Groups, status: BillStatus): Groups => groups.filter((group) => group.status === status);

const due = (groups: Groups, notYet: number) => {
  const own = withStatus(groups, 'confirmed');
  const firstDueOn = own.flatMap(({ firstDueOn: on }) => on ?? []).toSorted()[0];
  const overdue = rest(own.filter(({ span }) => span !== null && span < notYet));
  return { ...rest(own), ...(firstDueOn === undefined ? {} : { firstDueOn }), overdue };
};

const toConfirm = (groups: Groups) => {
  const own = withStatus(groups, 'pending');
  const firstConfirmBy = own.map(({ firstConfirmBy: by }) => by.toISOString()).toSorted()[0];
  return { ...some(own), ...(firstConfirmBy === undefined ? {} : { firstConfirmBy }) };
};

const byStatus = (groups: Groups) => ({
  pending: some(withStatus(groups, 'pending')),
  disputed: some(withStatus(groups, 'disputed')),
  confirmed: some(withStatus(groups, 'confirmed')),
  settled: some(withStatus(groups, 'settled')),
});

const monthsOf = (groups: Groups, now: Date): Bills['months'] => {
  const firstDays = firstDaysOf(now);
  return firstDays.map((from, place) => ({
    month: from.slice(0, 7),
    from,
    to: dayLater(firstDays[place + 1] ?? dayLater(dayOf(now), 1), -1),
    ...sides(
      groups.filter(({ month }) => month === place + 1),
      some,
    ),
  }));
};

/** How long what is due has been due: the spans of the bounds, the latest first. */
const ageingOf = (groups: Groups, { days }: SummaryBounds): Bills['ageing'] => {
  const confirmed = withStatus(groups, 'confirmed');
  const spans = [
    { age: 'notYet', span: 3 },
    { age: 'upTo30', span: 2 },
    { age: 'upTo60', span: 1 },
    { age: 'over60', span: 0 },
  ] as const;
  return spans.map(({ age, span }) => {
    const [dueFrom, next] = [days[span - 1], days[span]];
    return {
      age,
      ...(dueFrom === undefined ? {} : { dueFrom }),
      ...(next === undefined ? {} : { dueTo: dayLater(next, -1) }),
      ...sides(
        confirmed.filter((group) => group.span === span),
        rest,
      ),
    };
  });
};

/** The feedback that waits for an answer. @source R4.10 */
const awaitedFeedback = async ({ db, tenantId }: MerchantContext): Promise<Bills['feedback']> => {
  const { open, late, firstAnswerBy } = await countAwaited(db, tenantId);
  return { open, late, ...(firstAnswerBy === null ? {} : { firstAnswerBy: firstAnswerBy.toISOString() }) };
};

/** The bills of the first page in groups: its figures and its to-dos are made of them. */
export const findBillGroups = ({ db, tenantId, now }: MerchantContext): Promise<Groups> =>
  groupBills(db, tenantId, boundsOf(now));

/** What a tenant has to pay, or a part of it. */
interface DuePart {
  readonly count: number;
  /** What is not paid of it. */
  readonly amount: FenSum;
  readonly firstDueOn: string | null;
}
/** The bills that a tenant has to pay, parted by whether a voucher waits to be checked. */
export interface DueParts {
  readonly open: DuePart;
  readonly inCheck: DuePart;
}

/** What is to be paid, and what of it is being checked. */
export const duePartsOf = (groups: Groups): DueParts => {
  const toPay = withStatus(groups, 'confirmed').filter(
    ({ approval, direction }) => approval === 'none' && direction === 'payable',
  );
  const part = (isChecked: boolean): DuePart => {
    const own = toPay.filter(({ inCheck }) => inCheck === isChecked);
    const [firstDueOn = null] = own.flatMap(({ firstDueOn: on }) => on ?? []).toSorted();
    return { ...rest(own), firstDueOn };
  };
  return { open: part(false), inCheck: part(true) };
};

/** The figures of bills (R10.1). */
export const billFigures = async (context: MerchantContext, groups: Groups, { inCheck }: DueParts): Promise<Bills> => {
  const bounds = boundsOf(context.now);
  const { payable, receivable } = sides(groups, (own) => due(own, bounds.days.length));
  return {
    due: {
      payable: { ...payable, ...(inCheck.count > 0 && { inCheck: { count: inCheck.count, amount: inCheck.amount } }) },
      receivable,
    },
    toConfirm: sides(groups, toConfirm),
    disputed: sides(groups, (own) => some(withStatus(own, 'disputed'))),
    waiting: some(groups.filter(({ approval }) => approval === 'waiting')).count,
    byStatus: sides(groups, byStatus),
    months: monthsOf(groups, context.now),
    ageing: ageingOf(groups, bounds),
    feedback: await awaitedFeedback(context),
  };
};
