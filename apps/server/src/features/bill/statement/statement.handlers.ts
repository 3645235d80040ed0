import { keysOfRole, type statementOperations } from '@ronghui/contract';
import { dayOf } from '@ronghui/domain/calendar';
import { findCertifiedAccount } from '#features/certification/certification.reads';
import { listFiles } from '#features/file/file.reads';
import { keptSite } from '#features/site/site.reads';
import type { HandlersFor } from '#kernel/calls/context';
import { listingOf, pageFrame } from '#kernel/calls/listing';
import { wrongField } from '#kernel/calls/wrong-field';
import { digestedBillOf } from '../record/bill-digest.sql.ts';
import { billDigest } from '../record/bill-digest.ts';
import { findBill } from './bill-detail.sql.ts';
import { statementOf } from './bill-detail.ts';
import { billFilterOf } from './bill-filter.ts';
import { findBillOfLines, listBillLines } from './bill-line.sql.ts';
import { billLineOf, keyOfLine, placeOf, termsOfBill } from './bill-line.ts';
import { billOf, keyOfBill, listBills, sumBills } from './bill-list.sql.ts';
import { listRuleVersions } from './bill-rule.sql.ts';
import { ruleOfBill } from './bill-rule.ts';

/** Bills as their merchant reads them: list, sums, statement, lines (R10.3). */
export const statementHandlers: HandlersFor<typeof statementOperations> = {
  'bill.page': async ({ page, pageSize, withTotal, cursor, ...sent }, { db, tenantId, ports, fail }) => {
    const read = billFilterOf(sent);
    if (!read.ok) return fail('invalid', read.wrong);
    const listing = listingOf({ page, pageSize, withTotal, cursor }, ports.limits);
    const part = await listBills(db, tenantId, { filter: read.filter, listing });
    return { items: part.rows.slice(0, listing.pageSize).map(billOf), ...pageFrame(listing, part, keyOfBill) };
  },

  'bill.sum': async (sent, { db, tenantId, fail }) => {
    const read = billFilterOf(sent);
    return read.ok ? sumBills(db, tenantId, read.filter) : fail('invalid', read.wrong);
  },

  'bill.detail': async ({ billNo }, { db, tenantId, userId, role, ports, fail }) => {
    const [row, { settings }, ownAccount] = await Promise.all([
      findBill(db, tenantId, billNo),
      keptSite(db, ports),
      findCertifiedAccount(db, tenantId),
    ]);
    if (row === undefined) return fail('notFound');
    const fileIds = row.vouchers.flatMap(({ file_ids }) => file_ids);
    const files = await listFiles(db, tenantId, fileIds);
    return statementOf(row, {
      now: ports.clock.now(),
      provider: { name: settings.payee?.name ?? settings.brand.name, account: settings.payee ?? null },
      ownAccount,
      reader: { userId, canApprove: keysOfRole(role).includes('bill.approve') },
      files: new Map(files.map(({ file_id, name }) => [file_id, name])),
      digest: billDigest(digestedBillOf(row)),
    });
  },

  'bill.lines': async ({ billNo, loanNo, ...input }, { db, tenantId, ports, fail }) => {
    const listing = listingOf(input, ports.limits);
    const afterPlace = placeOf(listing.after);
    if (afterPlace === undefined) return fail('invalid', wrongField('cursor', '游标无效，请从第一页重新查询'));
    const bill = await findBillOfLines(db, tenantId, billNo);
    if (bill === undefined) return fail('notFound');
    const key = { billId: bill.bill_id, stageId: bill.stage_id };
    const part = await listBillLines(db, tenantId, { bill: key, loanNo, afterPlace, listing });
    const terms = termsOfBill(bill);
    const items = part.rows.slice(0, listing.pageSize).map((row) => billLineOf(row, terms, bill.basis));
    return { items, ...pageFrame(listing, part, keyOfLine) };
  },

  'bill.rule': async ({ billNo, ruleId }, { db, tenantId, now, fail }) => {
    const rows = await listRuleVersions(db, tenantId, { billNo, ruleId, today: dayOf(now) });
    return ruleOfBill(rows) ?? fail('notFound');
  },
};
