import type { Mutation } from '../mutation.ts';

const server = 'apps/server/src/features';
const domain = 'packages/domain/src';

/** What staff do at the console: R11.2, R11.5, R11.6 and R11.8. */
export const consoleMutations: readonly Mutation[] = [
  {
    clause: 'R11.2',
    breaks: 'what fell due yesterday has no age',
    file: `${domain}/business.ts`,
    from: '{ from: ago(30), to: ago(1) }',
    to: '{ from: ago(30), to: ago(2) }',
    test: `${domain}/business.test.ts`,
    fails: 'R11.2 every due day has one age',
  },
  {
    clause: 'R11.2',
    breaks: 'who comes second takes what a colleague has',
    file: `${server}/desk/desk.sql.ts`,
    from: "\n      where not exists (select from staff s where s.staff_id = desk_assignment.staff_id and s.status = 'active')",
    to: '',
    test: `${server}/desk/desk.test.ts`,
    fails: 'R11.2 of two who take it at once the first has it, and the other reads who that is',
  },
  {
    clause: 'R11.5',
    breaks: 'a voucher that was sent back still waits to be checked',
    file: `${server}/order/review/review.sql.ts`,
    from: "sql`o.status = 'pendingPayment' and ${hasWaitingVoucher}`",
    to: "sql`o.status = 'pendingPayment'`",
    test: `${server}/order/review/review.test.ts`,
    fails: 'R11.5 goes from review to payment, its voucher back and again, and is opened, each from its queue',
  },
  {
    clause: 'R11.5',
    breaks: 'a sign of the pattern finds every order',
    file: 'apps/server/src/kernel/database/fragments.sql.ts',
    from: 'typed.replaceAll(/[\\\\%_]/g, (each) => `\\\\${each}`)',
    to: 'typed',
    test: `${server}/order/review/review.test.ts`,
    fails: 'R11.5 is searched by number, merchant and status, over all tenants',
  },
  {
    clause: 'R11.6',
    breaks: 'an answer of exactly the limit waits for a second',
    file: `${domain}/feedback/four-eyes.ts`,
    from: 'changed > above ||',
    to: 'changed >= above ||',
    test: `${domain}/feedback/four-eyes.test.ts`,
    fails: 'R11.6 a line that rises while another falls does not make it less, nor do lines of earlier answers',
  },
  {
    clause: 'R11.6',
    breaks: 'one person sets the limit to none',
    file: `${domain}/feedback/four-eyes.ts`,
    from: 'from > 0 && (to === 0 || to > from);',
    to: 'from > 0 && to > from;',
    test: `${domain}/feedback/four-eyes.test.ts`,
    fails: 'R11.6 a limit is loosened where one person could give more alone than before',
  },
  {
    clause: 'R11.6',
    breaks: 'the price of a unit is read as a percentage',
    file: `${domain}/line-import/line-row.ts`,
    from: 'isOfMoney ? rateOfText(text) : unitPriceOfText(text);',
    to: 'rateOfText(text);',
    test: `${domain}/line-import/line-row.test.ts`,
    fails: 'R11.6 of a count is the price of a unit in yuan, never a percentage',
  },
  {
    clause: 'R11.8',
    breaks: 'each of a visitor’s steps is another visitor',
    file: `${server}/behavior/figures.sql.ts`,
    from: "count(distinct session_id) from record where step <> 'order'",
    to: "count(*) from record where step <> 'order'",
    test: `${server}/behavior/figures.test.ts`,
    fails:
      'R11.8 visits and different visitors by day in Shanghai, by page, and the funnel in its order; counted twice they are the same',
  },
  {
    clause: 'R11.8',
    breaks: 'a share is divided by nothing',
    file: 'packages/ui/src/widgets/chart/funnel-chart.tsx',
    from: "whole === 0 ? '—' : ",
    to: '',
    test: 'packages/ui/src/widgets/chart/chart.test.tsx',
    fails: 'R11.8 a funnel without a first step has no shares, and none is divided by nothing',
  },
];
