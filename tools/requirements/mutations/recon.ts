import type { Mutation } from '../mutation.ts';

const server = 'apps/server/src/features/recon';
const whole = `${server}/recon.test.ts`;

/** Reconciliation: R10.10 and section 13. */
export const reconMutations: readonly Mutation[] = [
  {
    clause: 'R10.10',
    breaks: 'the list shows every run without what is left of it',
    file: 'apps/portal/src/features/recon/run-words.ts',
    from: 'const left = run.differencesLeft ?? 0;',
    to: 'const left = 0;',
    test: 'apps/portal/src/features/recon/recon-list-page.test.tsx',
    fails: 'R10.10 shows what was compared, what is left, and who closed it',
  },
  {
    clause: 'R13.1',
    breaks: 'what goes out is added to what comes in',
    file: 'packages/domain/src/recon/ledger-amount.ts',
    from: "{ amount: -paid, out: 'plain', givenBack: undefined }",
    to: "{ amount: paid, out: 'plain', givenBack: undefined }",
    test: `${server}/intake/platform-statements.test.ts`,
    fails: 'R13.1 a fund bill of WeChat Pay: the direction beside the amount',
  },
  {
    clause: 'R13.2',
    breaks: 'the totals of a run leave out what its lines come to',
    file: `${server}/runs/run-state.ts`,
    from: 'lineAmount: fen(row?.line_fen ?? 0),',
    to: 'lineAmount: fen(row?.ledger_fen ?? 0),',
    test: whole,
    fails: 'R13.2 puts every row of both sides into one kind, and the totals tie out',
  },
  {
    clause: 'R13.3',
    breaks: 'a step back leaves what it made',
    file: `${server}/result/hand-step.sql.ts`,
    from: 'i.since_step = ${step.stepNo} and i.since_step > 0',
    to: 'i.since_step = ${step.stepNo} and i.since_step < 0',
    test: whole,
    fails: 'R13.3 a match, its notes and a step back leave the totals tied out',
  },
  {
    clause: 'R13.3',
    breaks: 'a rule for fees is a share of the fee',
    file: `${server}/difference-rule.sql.ts`,
    from: '${basisFen}::numeric',
    to: 'i.line_fen::numeric',
    test: `${server}/rules/rules.test.ts`,
    fails: 'R13.2 R13.3 of fees it is a share of the basis of each line, and not of its fee',
  },
  {
    clause: 'R13.4',
    breaks: 'what was put together by hand is torn from rows that nobody decided on',
    file: `${server}/carrying/carried-items.sql.ts`,
    from: 'i.ledger_count + i.line_count <> h.rows',
    to: 'i.ledger_count + i.line_count < h.rows',
    test: `${server}/result/hand-oracle.test.ts`,
    fails:
      'R13.3 R13.4 after any steps and undos the state is the same, both sides tie out, and the next run carries the same, part 1',
  },
  {
    clause: 'R13.4',
    breaks: 'a run is compared with no former one',
    file: `${server}/runs/run.handlers.ts`,
    from: 'wanted.comparedRunId ?? (await findLastDone(tx, tenantId, wanted))',
    to: 'wanted.comparedRunId ?? null',
    test: whole,
    fails: 'R13.4 again after an adjustment: the first is outdated, the second says what changed',
  },
  {
    clause: 'R13.5',
    breaks: 'of two amounts as near as each other the later one is paired',
    file: `${server}/matching/pairs.sql.ts`,
    from: 'b.place < a.place',
    to: 'b.place > a.place',
    test: `${server}/matching/matching.test.ts`,
    fails: 'R13.2, R13.5 items, their numbers and totals of random cases, part 0',
  },
];
