import { createHash } from 'node:crypto';
import type { Output } from '@ronghui/contract';

type Statement = Output<'recon.statement'>;

/**
 * The digest of a statement: what was compared, what came of it, and who closed it when. Each on a line of its own, in this order, so that
 * anybody can do it again.
 */
export const statementDigest = ({ run, tenantName, linesSha256 }: Omit<Statement, 'sha256'>): string => {
  const { settings, totals = [] } = run;
  const facts = [
    tenantName,
    run.runId,
    `${run.stageId} ${run.direction} ${run.side}`,
    `${run.sha256} ${run.size} ${run.rows ?? 0}`,
    linesSha256,
    `${settings.amountTolerance} ${settings.amountRate} ${settings.dayTolerance}`,
    ...totals.map((total) =>
      [
        total.kind,
        total.items,
        total.ledgerCount,
        total.ledgerAmount,
        total.lineCount,
        total.lineAmount,
        total.accepted,
        total.sent,
      ].join(' '),
    ),
    `${run.closedBy ?? ''} ${run.closedAt ?? ''}`,
  ];
  return createHash('sha256').update(facts.join('\n')).digest('hex');
};
