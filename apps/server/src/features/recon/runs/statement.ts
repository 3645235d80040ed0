import { createHash } from 'node:crypto';
import type { Output } from '@ronghui/contract';

type Statement = Output<'recon.statement'>;
type Unsigned = Omit<Statement, 'sha256'>;
type Total = NonNullable<Statement['run']['totals']>[number];

const totalFacts = (total: Total) => [
  total.kind,
  total.items,
  total.ledgerCount,
  total.ledgerAmount,
  total.lineCount,
  total.lineAmount,
  total.accepted,
  total.sent,
];

/** What the digest of a statement of before covers: the totals, and no item by itself. */
const firstForm = ({ run, tenantName, linesSha256 }: Unsigned): readonly string[] => {
  const { settings, totals = [] } = run;
  return [
    tenantName,
    run.runId,
    `${run.stageId} ${run.direction} ${run.side}`,
    `${run.sha256} ${run.size} ${run.rows ?? 0}`,
    linesSha256,
    `${settings.amountTolerance} ${settings.amountRate} ${settings.dayTolerance}`,
    ...totals.map((total) => totalFacts(total).join(' ')),
    `${run.closedBy ?? ''} ${run.closedAt ?? ''}`,
  ];
};

/** Every fact of a statement as a JSON array that begins with its name. */
const secondForm = ({ run, tenantName, linesSha256, bills = [], items }: Unsigned): readonly string[] => {
  const { settings, rules = [], totals = [], skipped = [], madeOf } = run;
  const facts: readonly (readonly [string, ...(string | number | null)[]])[] = [
    ['version', 2],
    ['tenant', tenantName],
    ['run', run.runId, run.stageId, run.stageName, run.direction, run.side],
    ['ledger', run.name, run.sha256, run.size, run.rows ?? 0],
    ...skipped.map(({ reason, rows }) => ['skipped', reason, rows] as const),
    ['platform', linesSha256, madeOf?.asOf ?? null, madeOf?.bills ?? 0, madeOf?.amount ?? 0, madeOf?.adjusted ?? 0],
    ...bills.map((bill) => ['bill', bill.billNo, bill.lines, bill.linesSha256, bill.amount, bill.adjusted] as const),
    ['settings', settings.amountTolerance, settings.amountRate, settings.dayTolerance],
    ...rules.map(({ ruleId, counterparty, kind, value }) => ['rule', ruleId, counterparty, kind, value] as const),
    ...totals.map((total) => ['total', ...totalFacts(total)] as const),
    ['left', run.differencesLeft ?? 0],
    [
      'items',
      items?.count ?? 0,
      items?.rowsSha256 ?? null,
      items?.conclusionsSha256 ?? null,
      items?.decisionsSha256 ?? null,
    ],
    ['closed', run.closedBy ?? '', run.closedAt ?? ''],
  ];
  return facts.map((fact) => JSON.stringify(fact));
};

/**
 * The digest of a statement: what was compared, what came of it to the last item, and who closed it when. Each fact on a line of its own, in
 * this order, so that anybody can do it again; a statement of before by the form that it had.
 *
 * @source R13.4
 */
export const statementDigest = (statement: Unsigned): string => {
  const facts = statement.version === undefined ? firstForm(statement) : secondForm(statement);
  return createHash('sha256').update(facts.join('\n')).digest('hex');
};
