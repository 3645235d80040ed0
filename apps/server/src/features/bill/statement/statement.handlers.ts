import { keysOfRole, type Output, type statementOperations } from '@ronghui/contract';
import { dayOf } from '@ronghui/domain/calendar';
import type { BillLines } from '@ronghui/domain/feedback';
import { findCertifiedAccount } from '#features/certification/certification.reads';
import { listFiles } from '#features/file/file.reads';
import { keptSite } from '#features/site/site.reads';
import type { HandlersFor } from '#kernel/calls/context';
import { listingOf, pageFrame } from '#kernel/listing';
import { findBillLines } from '../bill.reads.ts';
import { providerName } from '../issue/issue.ts';
import { digestedBillOf } from '../record/bill-digest.sql.ts';
import { billDigest } from '../record/bill-digest.ts';
import { type BillDetail, findBill } from './bill-detail.sql.ts';
import { statementOf } from './bill-detail.ts';
import { billFilterOf } from './bill-filter.ts';
import { findBillOfLines } from './bill-line.sql.ts';
import { askedLinesOf, readBillLines } from './bill-line-part.ts';
import { billOf, keyOfBill, listBills, sumBills } from './bill-list.sql.ts';
import { listRuleVersions } from './bill-rule.sql.ts';
import { ruleOfBill } from './bill-rule.ts';

/** Whether a rule that made a bill bounds the bill. */
const isBounded = ({ rules }: BillDetail): boolean =>
  rules.some(({ bill_minimum_fen, bill_cap_fen }) => bill_minimum_fen !== null || bill_cap_fen !== null);

/** What bounds the bill, in the contract's shape. */
const limitsOf = (lines: BillLines | undefined): Pick<Output<'bill.detail'>, 'limits'> => {
  if (lines === undefined) return {};
  const { sum, billMinimum, billCap } = lines;
  if (billMinimum === null && billCap === null) return {};
  return {
    limits: {
      ...(billMinimum === null ? {} : { billMinimumAmount: billMinimum }),
      ...(billCap === null ? {} : { billCapAmount: billCap }),
      linesAmount: sum,
    },
  };
};

/** Bills as their merchant reads them: list, sums, statement, lines (R10.3). */
export const statementHandlers: HandlersFor<typeof statementOperations> = {
  'bill.page': async ({ page, pageSize, withTotal, cursor, ...sent }, { db, tenantId, ports, fail }) => {
    const read = billFilterOf(sent);
    if (!read.ok) return fail('invalid', read.wrong);
    const listing = listingOf({ page, pageSize, withTotal, cursor }, ports.limits);
    const part = await listBills(db, tenantId, { filter: read.filter, listing });
    return { items: part.rows.slice(0, listing.pageSize).map(billOf), ...pageFrame(listing, part, keyOfBill) };
  },

  'bill.sum': async ({ page: _page, pageSize: _size, ...sent }, { db, tenantId, fail }) => {
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
    const [files, lines] = await Promise.all([
      listFiles(db, tenantId, fileIds),
      isBounded(row) ? findBillLines(db, tenantId, { billId: row.bill_id, stageId: row.stage_id }) : undefined,
    ]);
    const statement = statementOf(row, {
      now: ports.clock.now(),
      provider: { name: settings.payee?.name ?? settings.brand.name, account: settings.payee ?? null },
      ownAccount,
      reader: { userId, canApprove: keysOfRole(role).includes('bill.approve') },
      files: new Map(files.map(({ file_id, name }) => [file_id, name])),
      digest: billDigest(digestedBillOf(row)),
      // Merchants read the provider's name.
      nameOfReturner: () => providerName,
    });
    return {
      ...statement,
      ...limitsOf(lines),
      ...(ports.payments.some(({ most }) => most !== 0) ? { payOnline: true } : {}),
    };
  },

  'bill.lines': async ({ billNo, ...input }, { db, tenantId, ports, fail }) => {
    const asked = askedLinesOf(input, ports.limits);
    if ('wrong' in asked) return fail('invalid', asked.wrong);
    const bill = await findBillOfLines(db, tenantId, billNo);
    return bill === undefined ? fail('notFound') : readBillLines(db, bill, asked);
  },

  'bill.rule': async ({ billNo, ruleId }, { db, tenantId, now, fail }) => {
    const rows = await listRuleVersions(db, tenantId, { billNo, ruleId, today: dayOf(now) });
    return ruleOfBill(rows) ?? fail('notFound');
  },
};
