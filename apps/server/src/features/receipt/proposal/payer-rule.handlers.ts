import type { payerRuleOperations } from '@ronghui/contract';
import { namesOfStaff } from '#features/staff/staff.reads';
import { allTaken } from '#kernel/calls/all-taken';
import type { HandlersFor } from '#kernel/calls/context';
import { listingOf, pageFrame } from '#kernel/listing';
import { lockReceipts } from './facts.sql.ts';
import { findPayer, insertRule, listRules, takeRuleBack } from './payer-rule.sql.ts';

/** Accounts that staff confirmed to pay for a merchant: confirmed by a receipt, listed, taken back (receipts 2.4). */
export const payerRuleHandlers: HandlersFor<typeof payerRuleOperations> = {
  'ops.receipt.rules': async (input, { db, ports }) => {
    const listing = listingOf(input, ports.limits);
    const part = await listRules(db, listing);
    const rows = part.rows.slice(0, listing.pageSize);
    const names = await namesOfStaff(db, [
      ...new Set(
        rows.flatMap(({ confirmed_by, taken_back_by }) =>
          taken_back_by === null ? [confirmed_by] : [confirmed_by, taken_back_by],
        ),
      ),
    ]);
    const items = rows.map((row) => ({
      ruleNo: row.rule_no,
      tenantId: row.tenant_id,
      tenantName: row.tenant_name,
      ...(row.payer_name === null ? {} : { payerName: row.payer_name }),
      receiptNo: row.receipt_no,
      confirmedBy: names.get(row.confirmed_by) ?? '',
      confirmedAt: row.confirmed_at.toISOString(),
      ...(row.taken_back_by === null ? {} : { takenBackBy: names.get(row.taken_back_by) ?? '' }),
      ...(row.taken_back_at === null ? {} : { takenBackAt: row.taken_back_at.toISOString() }),
    }));
    return {
      items,
      ...pageFrame(listing, part, ({ confirmed_at, rule_no }) => ({ at: confirmed_at, key: String(rule_no) })),
    };
  },

  'ops.receipt.confirmPayer': async ({ receiptNo, ...rest }, { transact, staffId, fail, audit }) => {
    allTaken(rest);
    return transact(async (tx) => {
      await lockReceipts(tx, [receiptNo]);
      const payer = await findPayer(tx, receiptNo);
      if (payer === undefined) return fail('notFound');
      if (payer.tenant_id === null || payer.payer_digest === null) return fail('notAllowed');
      const rule = await insertRule(tx, { receiptNo, staffId });
      audit({ object: receiptNo, tenantId: payer.tenant_id, after: { ruleNo: rule.ruleNo } });
      return rule;
    });
  },

  'ops.receipt.dropPayer': async ({ ruleNo, ...rest }, { transact, staffId, fail, audit }) => {
    allTaken(rest);
    return transact(async (tx) => {
      const tenantId = await takeRuleBack(tx, ruleNo, staffId);
      if (tenantId === undefined) return fail('notFound');
      audit({ object: String(ruleNo), tenantId });
      return {};
    });
  },
};
