import { addFen, type Fen, noFen, rmbText, sumFen } from '../money.ts';
import { isLikeName, isSameName } from './payer-name.ts';
import type { RemarkReading } from './remark.ts';

/** A payable bill that is open, as money may be applied to it. */
export interface ProposedBill {
  readonly billNo: string;
  readonly open: Fen;
  /** The last day on which it is paid in time. */
  readonly dueOn: string;
}

/** What an issued payment code is of: a bill, or bills that are paid together. None of its bills is open any more where there are none. */
export interface CodedBills {
  readonly code: string;
  readonly tenantId: string;
  readonly bills: readonly ProposedBill[];
  /** Of a set: what was open of all of its bills when it was made. */
  readonly setAmount?: Fen;
}

/** A merchant that a receipt may be of, with its open bills, those that are due first in front. */
export interface ProposedTenant {
  readonly tenantId: string;
  readonly name: string;
  /** The account that the money came from is the merchant's certified one, or staff confirmed that it pays for the merchant. */
  readonly account: 'certified' | 'rule' | null;
  readonly bills: readonly ProposedBill[];
}

/** A voucher that names the serial of a receipt, with the bills that it says are paid. */
export interface ProposedVoucher {
  readonly tenantId: string;
  readonly bills: readonly ProposedBill[];
}

/** Unapplied money, and what is known around it. */
export interface ReceiptFacts {
  readonly unapplied: Fen;
  /** Whose it is; null where nobody is known. */
  readonly tenantId: string | null;
  readonly payerName: string | null;
  readonly reading: RemarkReading;
  /** The codes that the remark says, or nearly says. */
  readonly coded: readonly CodedBills[];
  readonly vouchers: readonly ProposedVoucher[];
  readonly tenants: readonly ProposedTenant[];
}

/** By what a proposal was made, the surest first. */
export const proposalRanks = ['code', 'serial', 'account', 'name', 'codeAlone', 'nearCode'] as const;
export type ProposalRank = (typeof proposalRanks)[number];

/** What a receipt may pay, and why. */
export interface Proposal {
  readonly rank: ProposalRank;
  readonly tenantId: string;
  readonly parts: readonly { readonly billNo: string; readonly amount: Fen }[];
  /** In words, for staff. */
  readonly reasons: readonly string[];
  /** The code or the serial, the amount and the payer agree: it may be applied with others by one press. */
  readonly isExact: boolean;
}

const mostBills = 20;
const mostOfSubset = 5;

type Parts = Proposal['parts'];
const inFull = (bills: readonly ProposedBill[]): Parts => bills.map(({ billNo, open }) => ({ billNo, amount: open }));

/** Bills in their order as far as money goes. */
const asFarAs = (bills: readonly ProposedBill[], amount: Fen): Parts => {
  let left: number = amount;
  return bills.flatMap(({ billNo, open }) => {
    const part = Math.min(left, open) as Fen;
    left -= part;
    return part > 0 ? [{ billNo, amount: part }] : [];
  });
};

/** The only bills, five at most, that come to an amount; null where none or several do. @source receipts 2.4 */
export const onlySubset = (bills: readonly ProposedBill[], amount: Fen): readonly ProposedBill[] | null => {
  const few = bills.slice(0, mostBills);
  let found: readonly ProposedBill[] | null = null;
  let count = 0;
  const look = (from: number, chosen: readonly ProposedBill[], sum: Fen): void => {
    if (sum === amount) {
      count += 1;
      found = chosen;
      return;
    }
    if (count > 1 || sum > amount || chosen.length === mostOfSubset) return;
    for (const [at, bill] of few.entries()) if (at >= from) look(at + 1, [...chosen, bill], addFen(sum, bill.open));
  };
  look(0, [], noFen);
  return count === 1 ? found : null;
};

const sumOf = (bills: readonly ProposedBill[]): Fen => sumFen(bills.map(({ open }) => open));
const countText = (bills: readonly ProposedBill[]): string =>
  bills.length === 1 ? `账单 ${bills[0]?.billNo ?? ''}` : `${bills.length} 张账单`;

/** What open bills of a merchant an amount is of, in words. */
const billsOfAmount = (
  bills: readonly ProposedBill[],
  amount: Fen,
  today: string,
): { readonly bills: readonly ProposedBill[]; readonly reason: string } | null => {
  const same = bills.filter(({ open }) => open === amount);
  const [first] = same;
  if (first !== undefined) {
    const reason =
      same.length === 1 ? `金额与账单 ${first.billNo} 的未付相同` : `有 ${same.length} 张账单未付相同，取先到期的一张`;
    return { bills: [first], reason };
  }
  const due = bills.filter(({ dueOn }) => dueOn <= today);
  if (due.length > 1 && sumOf(due) === amount) return { bills: due, reason: `金额是已到期的 ${due.length} 张账单之和` };
  if (bills.length > 1 && sumOf(bills) === amount)
    return { bills, reason: `金额是全部 ${bills.length} 张未付账单之和` };
  const subset = onlySubset(bills, amount);
  return subset === null ? null : { bills: subset, reason: `只有这 ${subset.length} 张账单之和是这个金额` };
};

/** Why the payer is known to be the merchant; undefined where it is not. */
const payerReason = (tenant: ProposedTenant | undefined, payerName: string | null): string | undefined => {
  if (tenant === undefined) return undefined;
  if (tenant.account === 'certified') return '付款账号是商户认证的账号';
  if (tenant.account === 'rule') return '付款账号已确认代这位商户付款';
  return payerName !== null && isSameName(payerName, tenant.name) ? '付款人与商户同名' : undefined;
};

const byCode = ({ unapplied, payerName, reading, coded, tenants }: ReceiptFacts): readonly Proposal[] => {
  if (reading.kind === 'none') return [];
  const written = reading.kind === 'exact' ? [reading.code] : reading.codes;
  const found = coded.filter(({ code, bills }) => written.includes(code) && bills.length > 0);
  if (reading.kind === 'several') {
    const [first] = found;
    const bills = [...new Map(found.flatMap(({ bills: own }) => own).map((bill) => [bill.billNo, bill])).values()];
    const isOfOne = found.every(({ tenantId }) => tenantId === first?.tenantId);
    if (first === undefined || !isOfOne || sumOf(bills) !== unapplied) return [];
    const reasons = [`附言里有 ${written.length} 个附言码`, `金额是 ${countText(bills)} 的未付之和`];
    return [{ rank: 'code', tenantId: first.tenantId, parts: inFull(bills), reasons, isExact: false }];
  }
  return found.map(({ code, tenantId, bills, setAmount }): Proposal => {
    const sum = sumOf(bills);
    const isRight = sum === unapplied && (setAmount === undefined || setAmount === sum);
    const payer = payerReason(
      tenants.find((tenant) => tenant.tenantId === tenantId),
      payerName,
    );
    const isWritten = reading.kind === 'exact';
    const reasons = [
      isWritten
        ? `附言码 ${code} 是 ${countText(bills)} 的`
        : `附言里的字与附言码 ${code} 只差一处（${countText(bills)}）`,
      isRight ? '金额与未付相同' : `金额与未付 ${rmbText(sum)} 不同`,
      payer ?? '付款人不是已知的账号或名称',
    ];
    const parts = isRight ? inFull(bills) : asFarAs(bills, unapplied);
    if (!isWritten) return { rank: 'nearCode', tenantId, parts, reasons, isExact: false };
    return { rank: isRight ? 'code' : 'codeAlone', tenantId, parts, reasons, isExact: isRight && payer !== undefined };
  });
};

const bySerial = ({ unapplied, payerName, vouchers, tenants }: ReceiptFacts): readonly Proposal[] => {
  const found = vouchers.filter(({ bills }) => bills.length > 0 && sumOf(bills) === unapplied);
  return found.map(({ tenantId, bills }): Proposal => {
    const payer = payerReason(
      tenants.find((tenant) => tenant.tenantId === tenantId),
      payerName,
    );
    const reasons = [
      `商户凭证写明这笔流水号，付 ${countText(bills)}`,
      '金额与未付相同',
      payer ?? '付款人不是已知的账号或名称',
    ];
    // Two merchants who name one serial are asked.
    const isExact =
      payer !== undefined && new Set(vouchers.map((each) => each.tenantId)).size === 1 && found.length === 1;
    return { rank: 'serial', tenantId, parts: inFull(bills), reasons, isExact };
  });
};

const byPayer = ({ unapplied, payerName, tenants, tenantId }: ReceiptFacts, today: string): readonly Proposal[] =>
  tenants.flatMap((tenant): readonly Proposal[] => {
    const isOwn = tenant.tenantId === tenantId;
    const isLike = payerName !== null && isLikeName(payerName, tenant.name);
    if (tenant.account === null && !isLike && !isOwn) return [];
    const found = billsOfAmount(tenant.bills, unapplied, today);
    if (found === null) return [];
    const payer =
      payerReason(tenant, payerName) ?? (isOwn ? '这笔收款是这位商户的' : `付款人与商户“${tenant.name}”名称相近`);
    const rank = tenant.account === null && !isOwn ? 'name' : 'account';
    return [
      { rank, tenantId: tenant.tenantId, parts: inFull(found.bills), reasons: [payer, found.reason], isExact: false },
    ];
  });

const keyOf = ({ tenantId, parts }: Proposal): string =>
  JSON.stringify([tenantId, ...parts.map(({ billNo, amount }) => [billNo, amount])]);

/**
 * What unapplied money may pay, the surest first, each with its reasons in words. An amount alone proposes nothing. Exact are those whose code or serial,
 * amount and payer agree; a remark that contradicts them makes none.
 *
 * @param today the day in Shanghai
 * @param withPayer also what is proposed by payer and amount, which is never exact and costs most
 * @source receipts 2.4
 */
export const proposalsOf = (facts: ReceiptFacts, today: string, withPayer = true): readonly Proposal[] => {
  if (facts.unapplied <= 0) return [];
  const of = (proposals: readonly Proposal[]): readonly Proposal[] =>
    facts.tenantId === null ? proposals : proposals.filter(({ tenantId }) => tenantId === facts.tenantId);
  const coded = of(byCode(facts));
  const served = of(bySerial(facts));
  const all = [...coded, ...served, ...(withPayer ? of(byPayer(facts, today)) : [])];
  const known = new Map<string, Proposal>();
  for (const proposal of all.toSorted(
    (one, other) => proposalRanks.indexOf(one.rank) - proposalRanks.indexOf(other.rank),
  )) {
    const key = keyOf(proposal);
    const before = known.get(key);
    if (before === undefined) known.set(key, proposal);
    // What is proposed by two ways has the reasons of both.
    else {
      const reasons = [...new Set([...before.reasons, ...proposal.reasons])];
      known.set(key, { ...before, reasons, isExact: before.isExact || proposal.isExact });
    }
  }
  const proposals = [...known.values()];
  // Two that are exact, or a code that says otherwise than a serial, are for a person.
  const isContradicted =
    proposals.filter(({ isExact }) => isExact).length > 1 ||
    (facts.reading.kind !== 'none' && !coded.some(({ isExact }) => isExact));
  return isContradicted ? proposals.map((proposal) => ({ ...proposal, isExact: false })) : proposals;
};

/** A receipt with the proposal that is exact. */
export interface ExactReceipt {
  readonly receiptNo: string;
  readonly proposal: Proposal;
}

/**
 * Those of some exact proposals that may be applied together: no bill is named by two of them, because one of the two is a payment made twice.
 *
 * @source receipts 2.4
 */
export const appliedTogether = <Receipt extends ExactReceipt>(receipts: readonly Receipt[]): readonly Receipt[] => {
  const named = new Map<string, number>();
  for (const { proposal } of receipts)
    for (const { billNo } of proposal.parts) named.set(billNo, (named.get(billNo) ?? 0) + 1);
  return receipts.filter(({ proposal }) => proposal.parts.every(({ billNo }) => named.get(billNo) === 1));
};
