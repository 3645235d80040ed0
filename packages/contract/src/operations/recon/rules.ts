import { differenceRuleBounds } from '@ronghui/domain/recon';
import { invalid, raced } from '../../declared-errors.ts';
import { type OperationSpec, operation } from '../../operation.ts';
import { count, fen, flag, id, idempotencyKey, isoTime, list, object, optional, text } from '../../shapes.ts';
import { itemKind, reconItem, ruleTerms, ruleTermsOf } from './shapes.ts';

const read = { who: 'merchant', keys: ['recon.read'], certified: true } as const;
const write = { who: 'merchant', keys: ['recon.write'], certified: true, writes: true, idempotent: true } as const;

/** A rule of the tenant: of which runs, from which step by hand, by whom, and until when. */
const rule = () =>
  object({
    ...ruleTermsOf,
    runId: id(),
    itemNo: count(),
    /** The stage and the file of the run that it was made from. */
    stageName: text(60),
    name: text(120),
    madeBy: text(80, { min: 0 }),
    createdAt: isoTime(),
    takenBackAt: optional(isoTime()),
    takenBackBy: optional(text(80, { min: 0 })),
  });

const sums = () => ({
  items: count(),
  ledgerCount: count(),
  ledgerAmount: fen(),
  lineCount: count(),
  lineAmount: fen(),
});

/** What a rule would change if the run were matched again as it stands; nothing is stored. */
const effect = () =>
  object({
    /** The kinds that lose or gain. */
    kinds: list(object({ kind: itemKind(), before: object(sums()), after: object(sums()) }), { max: 7 }),
    /** How many items would change, and of them those that are in a feedback or accepted. */
    changed: count(),
    sent: count(),
    accepted: count(),
    /** The first of them. */
    items: list(reconItem(), { max: 10 }),
  });

const source = { runId: id(), itemNo: count() };
const sourceErrors = { notFound: 'RHSY404', noRule: 'RHRE020' } as const;

/** Rules that explain differences: proposed by a step by hand, tried on the open run, kept, and taken back (R13.2, R13.3). */
export const ruleOperations = {
  'recon.rules': operation({
    path: '/ftc/api/recon/rules',
    summary: '差异规则',
    ...read,
    request: object({}),
    /** Those in force, then the last ones that were taken back; the latest first. */
    reply: object({
      rules: list(rule(), { max: differenceRuleBounds.rules * 2 }),
      /** No more can be kept. */
      isFull: flag(),
    }),
  }),
  'recon.proposeRule': operation({
    path: '/ftc/api/recon/proposeRule',
    summary: '手工处理的一项可以设为哪些规则',
    ...read,
    request: object(source),
    reply: object({
      counterparty: text(80),
      lineAmount: fen(),
      difference: fen(),
      /** Of the line, where fees are compared: what a share is of. */
      basis: optional(fen()),
      proposals: list(object(ruleTerms), { max: 2 }),
    }),
    errors: sourceErrors,
  }),
  'recon.tryRule': operation({
    path: '/ftc/api/recon/tryRule',
    summary: '试算一条差异规则',
    ...read,
    request: object({ ...source, ...ruleTerms }),
    reply: effect(),
    errors: { invalid, ...sourceErrors },
  }),
  'recon.keepRule': operation({
    path: '/ftc/api/recon/keepRule',
    summary: '把手工处理设为差异规则',
    ...write,
    request: object({ ...source, ...ruleTerms, idempotencyKey: idempotencyKey() }),
    reply: rule(),
    errors: { invalid, ...sourceErrors, tooManyRules: 'RHRE021', sameRule: 'RHRE022' },
  }),
  'recon.takeBackRule': operation({
    path: '/ftc/api/recon/takeBackRule',
    summary: '收回一条差异规则',
    ...write,
    request: object({ ruleId: id(), idempotencyKey: idempotencyKey() }),
    reply: rule(),
    errors: { notFound: 'RHSY404', changed: raced('RHSY409', 'ruleId') },
  }),
} satisfies Record<string, OperationSpec>;
