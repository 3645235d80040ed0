import { type Fen, fen } from '@ronghui/domain/money';
import { isLikeName, isSameName } from '@ronghui/domain/receipt/payer-name';
import { paymentCodeOf } from '@ronghui/domain/receipt/payment-code';
import { appliedTogether, type Proposal, type ProposedBill, proposalsOf } from '@ronghui/domain/receipt/proposal';
import { codesInRemark, readRemark } from '@ronghui/domain/receipt/remark';
import { describe, expect, it } from 'vitest';
import { partsToRun } from '#kernel/testing/random-parts';

/** Lines of one run; the first run, or all of them. */
const lines = 500;
const runs = partsToRun(
  Array.from({ length: 20 }, (_, run) => run),
  1,
);
const today = '2026-11-20';

const drawsOf = (seed: number) => {
  let state = seed;
  const below = (bound: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 4_294_967_296) * bound);
  };
  return { below, of: <T>(all: readonly T[]): T => all[below(all.length)] as T };
};

interface Bill extends ProposedBill {
  readonly code: string;
}
interface Company {
  readonly tenantId: string;
  readonly name: string;
  readonly isAccountKnown: boolean;
  readonly bills: Bill[];
}
/** A line with what it really pays: nothing where it is of nobody, or the second of a payment made twice. */
interface Line {
  readonly amount: Fen;
  readonly payer: string;
  readonly account: string | null;
  readonly remark: string;
  readonly pays: { readonly tenantId: string; readonly billNos: readonly string[] } | null;
  readonly isTwice?: boolean;
}

const towns = '杭州 宁波 温州 绍兴 嘉兴 湖州 金华 台州'.split(' ');
const syllables = '云 海 东 鸿 瑞 嘉 恒 泰 盛 和 兴 隆 安 信 达 通 源 丰 润 泽'.split(' ');
const trades = '商贸 食品 物流 电子 纺织 建材 医药 家居'.split(' ');
const forms = ['有限公司', '有限责任公司', '股份有限公司'];

const companiesOf = ({ below, of }: ReturnType<typeof drawsOf>): readonly Company[] => {
  const codes = new Set<string>();
  const newCode = (): string => {
    for (;;) {
      const code = paymentCodeOf(Array.from({ length: 7 }, () => below(23)));
      if (!codes.has(code)) {
        codes.add(code);
        return code;
      }
    }
  };
  const names = new Set<string>();
  while (names.size < 250) names.add(of(towns) + of(syllables) + of(syllables) + of(trades) + of(forms));
  return [...names].map((name, at) => ({
    tenantId: `t${at}`,
    name,
    isAccountKnown: below(2) === 0,
    bills: Array.from({ length: 2 + below(4) }, (_, no) => ({
      billNo: `B${at}-${no}`,
      open: fen(10_000 + below(5_000_000)),
      dueOn: `2026-${below(2) === 0 ? '11' : '12'}-0${1 + below(9)}`,
      code: newCode(),
    })),
  }));
};

/** A code as payers write it. */
const mangled = (code: string, { below, of }: ReturnType<typeof drawsOf>): string => {
  const wide = [...code].map((sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)).join('');
  return of([
    code,
    code.toLowerCase(),
    `${code.slice(0, 4)} ${code.slice(4)}`,
    `${code.slice(0, 4)}-${code.slice(4)}`,
    wide,
    `服务费${code}${below(9)}月`.replace(/\d月$/, ''),
  ]);
};
const damaged = (code: string, { below }: ReturnType<typeof drawsOf>): string => {
  const at = below(7);
  return below(2) === 0
    ? code.slice(0, at) + code.slice(at + 1)
    : `${code.slice(0, at)}${code.charAt(at + 1)}${code.charAt(at)}${code.slice(at + 2)}`;
};

const linesOf = (companies: readonly Company[], draws: ReturnType<typeof drawsOf>): readonly Line[] => {
  const { below, of } = draws;
  const made: Line[] = [];
  const left = companies.map((company) => ({ ...company, bills: [...company.bills] }));
  while (made.length < lines) {
    const { tenantId, name, isAccountKnown, bills } = of(left);
    const account = `account of ${tenantId}`;
    const [first, second] = bills;
    const kind = below(20);
    if (kind === 0 || first === undefined) {
      const amount = first === undefined || below(2) === 0 ? fen(1 + below(5_000_000)) : first.open;
      made.push({
        amount,
        payer: `过路${below(1000)}客行`,
        account: null,
        remark: of(['货款', '往来款', '退款']),
        pays: null,
      });
      continue;
    }
    const takes = kind < 4 && second !== undefined ? bills.splice(0, 2) : bills.splice(0, 1);
    const amount = fen(takes.reduce((sum, { open }) => sum + open, 0));
    const pays = { tenantId, billNos: takes.map(({ billNo }) => billNo) };
    const payer = of([name, name, name, name.replace(/(?:股份|有限|责任|公司)+$/u, '')]);
    const codes = takes.map(({ code }) => mangled(code, draws)).join('，');
    const remark = kind < 14 ? codes : kind < 16 ? damaged(first.code, draws) : of(['货款', '服务费']);
    const line: Line = { amount, payer, account: isAccountKnown ? account : null, remark, pays };
    made.push(line);
    if (below(25) === 0) made.push({ ...line, pays: null, isTwice: true });
  }
  return made;
};

const strip = ({ billNo, open, dueOn }: Bill): ProposedBill => ({ billNo, open, dueOn });

/** What the server would gather of a line, in memory. */
const proposed = (line: Line, companies: readonly Company[], coded: ReadonlyMap<string, readonly [Company, Bill]>) => {
  const reading = readRemark(codesInRemark(line.remark), new Set(coded.keys()));
  const written = reading.kind === 'none' ? [] : reading.kind === 'exact' ? [reading.code] : reading.codes;
  const found = written.flatMap((code) => {
    const of = coded.get(code);
    return of === undefined ? [] : [{ code, tenantId: of[0].tenantId, bills: [strip(of[1])] }];
  });
  const tenants = companies.flatMap(({ tenantId, name, bills }) => {
    const isAccount = line.account === `account of ${tenantId}`;
    const isNamed = isSameName(line.payer, name) || isLikeName(line.payer, name);
    if (!isAccount && !isNamed && !found.some((each) => each.tenantId === tenantId)) return [];
    return [{ tenantId, name, account: isAccount ? ('certified' as const) : null, bills: bills.map(strip) }];
  });
  const facts = {
    unapplied: line.amount,
    tenantId: null,
    payerName: line.payer,
    reading,
    coded: found,
    vouchers: [],
    tenants,
  };
  return proposalsOf(facts, today);
};

const isRight = (proposal: Proposal | undefined, { pays }: Line): boolean =>
  proposal === undefined || pays === null
    ? proposal === undefined && pays === null
    : proposal.tenantId === pays.tenantId &&
      proposal.parts
        .map(({ billNo }) => billNo)
        .toSorted()
        .join(' ') === pays.billNos.toSorted().join(' ');

describe('receipts 2.4 lines as payers write them, with an oracle', () => {
  it(`receipts 2.4 ≥ 95 % are proposed right, and the press applies none wrong (${runs.length * lines} lines)`, () => {
    for (const run of runs) {
      const draws = drawsOf(20_261_130 + run);
      const companies = companiesOf(draws);
      const coded = new Map(
        companies.flatMap((company) => company.bills.map((bill) => [bill.code, [company, bill] as const])),
      );
      const all = linesOf(companies, draws).map((line, at) => ({
        line,
        receiptNo: `R${at}`,
        proposals: proposed(line, companies, coded),
      }));
      // The second of a payment made twice is the first one's likeness: who proposes the same for both leaves it to a person.
      const counted = all.filter(({ line }) => line.isTwice !== true);
      const right = counted.filter(({ line, proposals }) => isRight(proposals[0], line));
      expect(right.length / counted.length).toBeGreaterThanOrEqual(0.95);
      const exact = all.flatMap(({ line, receiptNo, proposals }) => {
        const proposal = proposals.find(({ isExact }) => isExact);
        return proposal === undefined ? [] : [{ line, receiptNo, proposal }];
      });
      const together = appliedTogether(exact);
      expect(together.length).toBeGreaterThan(lines / 4);
      expect(together.filter(({ line, proposal }) => !isRight(proposal, line)).map(({ line }) => line)).toEqual([]);
    }
  });
});
