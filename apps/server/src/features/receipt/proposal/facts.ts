import { isLikeName, nameCore, plainName } from '@ronghui/domain/receipt/payer-name';
import {
  type Proposal,
  type ProposedBill,
  type ProposedTenant,
  proposalsOf,
  type ReceiptFacts,
} from '@ronghui/domain/receipt/proposal';
import { codesInRemark, type RemarkCodes, readRemark } from '@ronghui/domain/receipt/remark';
import { listOpenOf, listOpenOfTenants, type OpenBill } from '#features/bill/bill.reads';
import { listCertifiedAccounts } from '#features/certification/certification.reads';
import type { Db } from '#kernel/database/db';
import type { Ports } from '#kernel/ports';
import {
  type CodeRow,
  listCodes,
  listRulesOf,
  listTenants,
  listVouchers,
  type ProposableReceipt,
  type VoucherRow,
} from './facts.sql.ts';

/** The open bills of a merchant that are looked at. */
const mostBills = 20;
/** A part of a name with fewer signs is part of too many. */
const shortestPart = 4;

/** A receipt with what it may pay, and the bills as they were looked at. */
export interface ProposedReceipt {
  readonly receipt: ProposableReceipt;
  readonly proposals: readonly Proposal[];
}

/** What proposals were made of. */
export interface Proposed {
  readonly receipts: readonly ProposedReceipt[];
  readonly tenantNames: ReadonlyMap<string, string>;
  /** By the numbers of bills. */
  readonly versions: ReadonlyMap<string, number>;
}

type Named = Pick<OpenBill, 'tenant_id' | 'bill_id'>;
const keyOf = ({ tenant_id, bill_id }: Named): string => `${tenant_id} ${bill_id}`;
const billOf = ({ bill_no, open_fen, due_on }: OpenBill): ProposedBill => ({
  billNo: bill_no,
  open: open_fen,
  dueOn: due_on,
});
const unique = (texts: readonly string[]): readonly string[] => [...new Set(texts)];

const emptyRemark: RemarkCodes = { written: [], near: [] };

/** A name of which others are parts: only a merchant's that is longer is found by it. */
const partOf = ({ payer_name }: ProposableReceipt): string => nameCore(payer_name ?? '');

/** The bills of codes and vouchers that are open, by their keys. */
const openOf = async (db: Db, codes: readonly CodeRow[], vouchers: readonly VoucherRow[]) => {
  const named = [...codes, ...vouchers].flatMap(({ tenant_id, bill_id }) =>
    bill_id === null ? [] : [{ tenantId: tenant_id, billId: bill_id }],
  );
  const rows = named.length === 0 ? [] : await listOpenOf(db, named);
  return new Map(rows.map((row) => [keyOf(row), row]));
};

/** What was found around some receipts. */
type Found = Awaited<ReturnType<typeof gather>>;

interface Terms {
  readonly ports: Pick<Ports, 'vault' | 'digests'>;
  readonly today: string;
  /** Also what is never exact: merchants whose names are only alike, and bills by payer and amount. */
  readonly withLike: boolean;
}

/** Reads what is around some receipts: in a bounded number of statements, whatever their number is. */
const gather = async (db: Db, receipts: readonly ProposableReceipt[], { ports, withLike }: Terms) => {
  const remarks = new Map(
    receipts.map(({ receipt_no, remark }) => [receipt_no, remark === null ? emptyRemark : codesInRemark(remark)]),
  );
  const possible = [...remarks.values()].flatMap(({ written, near }) => [...written, ...near]);
  const serials = receipts.flatMap(({ serial }) => serial ?? []);
  const payers = receipts.flatMap(({ payer_digest }) => payer_digest ?? []);
  const [codes, vouchers, rules] = await Promise.all([
    listCodes(db, possible),
    listVouchers(db, serials),
    listRulesOf(db, payers),
  ]);
  const named = [...codes, ...vouchers, ...rules].map(({ tenant_id }) => tenant_id);
  const tenantRows = await listTenants(db, {
    ids: unique([...named, ...receipts.flatMap(({ tenant_id }) => tenant_id ?? [])]),
    names: unique(receipts.flatMap(({ payer_name }) => payer_name ?? [])),
    parts: withLike ? unique(receipts.map(partOf).filter((part) => part.length >= shortestPart)) : [],
  });
  const tenantIds = tenantRows.map(({ tenant_id }) => tenant_id);
  const [open, ofTenants, accounts] = await Promise.all([
    openOf(db, codes, vouchers),
    listOpenOfTenants(db, tenantIds, mostBills),
    listCertifiedAccounts(db, ports.vault, tenantIds),
  ]);
  const digestOf = (account: string): string =>
    ports.digests.of('bankAccount', account.normalize('NFKC').replaceAll(/[\s-]/gu, '')).toString('hex');
  return {
    remarks,
    open,
    rules,
    tenantRows,
    ofTenants,
    certified: new Map([...accounts].map(([tenantId, account]) => [tenantId, digestOf(account)])),
    billsBy: Map.groupBy(ofTenants, ({ tenant_id }) => tenant_id),
    codesBy: Map.groupBy(codes, ({ code }) => code),
    vouchersBy: Map.groupBy(vouchers, ({ serial }) => serial),
  };
};

/** The open bills of rows that name bills. */
const openBills = (
  { open }: Found,
  rows: readonly { readonly tenant_id: string; readonly bill_id: string | null }[],
): readonly ProposedBill[] =>
  rows.flatMap(({ tenant_id, bill_id }) => {
    const bill = bill_id === null ? undefined : open.get(keyOf({ tenant_id, bill_id }));
    return bill === undefined ? [] : [billOf(bill)];
  });

/** By what the payer of a receipt is known to be a merchant. */
const accountOf = (
  { certified, rules }: Found,
  { payer_digest }: ProposableReceipt,
  tenantId: string,
): ProposedTenant['account'] => {
  const payer = payer_digest?.toString('hex');
  if (payer === undefined) return null;
  if (certified.get(tenantId) === payer) return 'certified';
  return rules.some((rule) => rule.tenant_id === tenantId && rule.payer === payer) ? 'rule' : null;
};

/** What is known around one receipt. */
const factsOf = (found: Found, receipt: ProposableReceipt, withLike: boolean): ReceiptFacts => {
  const { receipt_no, payer_name: payerName, serial } = receipt;
  const { remarks, codesBy, vouchersBy, billsBy, tenantRows } = found;
  const reading = readRemark(remarks.get(receipt_no) ?? emptyRemark, new Set(codesBy.keys()));
  const written = reading.kind === 'none' ? [] : reading.kind === 'exact' ? [reading.code] : reading.codes;
  const coded = written.flatMap((code) => {
    const rows = codesBy.get(code) ?? [];
    const [first] = rows;
    if (first === undefined) return [];
    const set = first.set_fen === null ? {} : { setAmount: first.set_fen };
    return [{ code, tenantId: first.tenant_id, bills: openBills(found, rows), ...set }];
  });
  const sent = Map.groupBy(vouchersBy.get(serial ?? '') ?? [], (row) => `${row.tenant_id} ${row.voucher_id}`);
  const vouchers = [...sent.values()].map((rows) => ({
    tenantId: rows[0]?.tenant_id ?? '',
    bills: openBills(found, rows),
  }));
  const mentioned = new Set([...coded, ...vouchers].map(({ tenantId }) => tenantId));
  const isNamed = (name: string): boolean =>
    payerName !== null && (plainName(payerName) === plainName(name) || (withLike && isLikeName(payerName, name)));
  const tenants = tenantRows.flatMap(({ tenant_id: tenantId, name }): ProposedTenant[] => {
    const account = accountOf(found, receipt, tenantId);
    const isOf = account !== null || mentioned.has(tenantId) || tenantId === receipt.tenant_id || isNamed(name);
    return isOf ? [{ tenantId, name, account, bills: (billsBy.get(tenantId) ?? []).map(billOf) }] : [];
  });
  return {
    unapplied: receipt.unapplied_fen,
    tenantId: receipt.tenant_id,
    payerName,
    reading,
    coded,
    vouchers,
    tenants,
  };
};

/** Looks for what some receipts may pay. @source receipts 2.4 */
export const proposeFor = async (db: Db, receipts: readonly ProposableReceipt[], terms: Terms): Promise<Proposed> => {
  const found = await gather(db, receipts, terms);
  const { tenantRows, open, ofTenants } = found;
  return {
    receipts: receipts.map((receipt) => ({
      receipt,
      proposals: proposalsOf(factsOf(found, receipt, terms.withLike), terms.today, terms.withLike),
    })),
    tenantNames: new Map(tenantRows.map(({ tenant_id, name }) => [tenant_id, name])),
    versions: new Map([...open.values(), ...ofTenants].map(({ bill_no, version }) => [bill_no, version])),
  };
};
