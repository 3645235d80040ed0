/** Stages (账期): the periods that are billed together (R10.3, billing.md). */

import { type BillSpans, billSpanFaults, billSpans } from './bill.ts';
import { isDay } from './calendar.ts';

/** `open` takes lines; the lines of an `issued` one never change. @source billing.md, lines */
export const stageStatuses = ['open', 'issued'] as const;
export type StageStatus = (typeof stageStatuses)[number];

/** The days and spans of a stage. */
export interface StagePlan {
  /** The first day of the stage, and the day on which its bills are to be issued. */
  readonly opensOn: string;
  readonly issuesOn: string;
  /** Working days from the issue to confirm in. */
  readonly confirmDays: number;
  /** Days from the confirmation to pay in. */
  readonly payDays: number;
}

/** The spans of a stage that sets none. */
export const standardSpans: Pick<StagePlan, 'confirmDays' | 'payDays'> = {
  confirmDays: billSpans.confirmWorkingDays,
  payDays: billSpans.paymentDays,
};

const spanFields: Readonly<Record<keyof BillSpans, keyof StagePlan>> = {
  confirmWorkingDays: 'confirmDays',
  paymentDays: 'payDays',
};

/** The years in which a stage may lie. */
const reach = { from: '2000-01-01', to: '2100-12-31' };

const isWithinReach = (day: string): boolean => isDay(day) && day >= reach.from && day <= reach.to;

/** What is wrong with the days and spans of a stage, by field. */
export const stageFaults = (
  plan: StagePlan,
): readonly { readonly path: keyof StagePlan; readonly message: string }[] => {
  const days = (['opensOn', 'issuesOn'] as const).flatMap((path) =>
    isWithinReach(plan[path]) ? [] : [{ path, message: '请填写有效的日期' }],
  );
  const order =
    days.length === 0 && plan.issuesOn <= plan.opensOn
      ? [{ path: 'issuesOn' as const, message: '出账日须晚于开始日' }]
      : [];
  const spans = { confirmWorkingDays: plan.confirmDays, paymentDays: plan.payDays };
  return [
    ...days,
    ...order,
    ...billSpanFaults(spans).map(({ path, message }) => ({ path: spanFields[path], message })),
  ];
};
