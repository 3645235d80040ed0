import type { TestApp } from '#kernel/testing/test-app';
import { runAsAdmin } from '#kernel/testing/test-server';

const bounds = {
  bill_line: ['bill_line_bound', 'bill_line_own_rate'],
  line_fee: ['line_fee_bound'],
  bill: ['bill_bound'],
  bill_step: ['bill_step_bound'],
  bill_line_adjustment: ['bill_line_adjustment_bound'],
  feedback: ['feedback_bound'],
  feedback_proposal: ['feedback_proposal_bound'],
} as const;

/** Lifts the bounds of amounts from tables, so that a test can store what was stored before there were any. */
export const liftBounds = async (
  { url }: Pick<TestApp, 'url'>,
  tables: readonly (keyof typeof bounds)[] = Object.keys(bounds) as (keyof typeof bounds)[],
): Promise<void> => {
  const drops = tables.flatMap((table) => bounds[table].map((name) => `alter table ${table} drop constraint ${name}`));
  await runAsAdmin(url, drops.join('; '));
};
