import { lineParts, type SealedPart, sealedParts } from '../record/sealed-parts.ts';
import type { Differences } from './differences.ts';
import type { StoredStep, TrailedStep } from './trailed-steps.sql.ts';
import type { StoredBill } from './verification.sql.ts';

/** What was reckoned of a bill again, and its first step. */
interface ReckonedIssue {
  readonly step: StoredStep | undefined;
  readonly parts: ReadonlyMap<SealedPart, string>;
  readonly issuedDigest: string | undefined;
  readonly found: Differences;
}

/**
 * A bill against the event that sealed it when it was issued: to whom, when, by whom, how much, until when it can be confirmed and paid, its statement, and
 * every field of its lines.
 *
 * @source R10.3, R11.7
 */
export const compareWithSeal = (
  bill: StoredBill,
  { seal, tenant_id: tenantId, actor_id: issuedBy }: TrailedStep,
  { step, parts, issuedDigest, found }: ReckonedIssue,
): void => {
  if (seal === null) return;
  found.compareWithTrail('出账的商户', bill.tenant_id, tenantId);
  found.compareWithTrail('出账的账期', bill.stage_id, seal.stageId);
  found.compareWithTrail('出账时间', step?.at.toISOString(), seal.issuedAt);
  found.compareWithTrail('出账人', step?.by, issuedBy);
  found.compareWithTrail('出账金额', step?.amount, seal.amount);
  found.compareWithTrail('出账时的确认期限', step?.confirmBy.toISOString(), seal.confirmBy);
  found.compareWithTrail('付款天数', bill.pay_days, seal.payDays);
  if (issuedDigest !== seal.statementSha256)
    found.add('出账时的账单（名称、笔数、基数、费用构成、税率或税额）：与审计记录封存的不一致');
  for (const part of sealedParts) {
    const { field, covers } = lineParts[part];
    if (parts.get(part) !== seal[field]) found.add(`${covers}：与审计记录封存的不一致`);
  }
};
