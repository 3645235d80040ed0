import type { Visitor, WireData } from '../../driver/visitor.ts';
import { type Figure, fixed, judged, noted } from '../figures.ts';
import { median, quantile } from '../statistics.ts';

const goal = 1.3;
const rounds = 10;
const callsARound = 50;

/** A call that is made in both sizes, and what its reply must have. */
interface Asked {
  readonly what: string;
  readonly operation: string;
  readonly payload: (call: number, billNos: readonly string[]) => WireData;
  readonly isExpected: (data: WireData) => boolean;
}

const isPage = ({ items, total }: WireData): boolean =>
  Array.isArray(items) && items.length === 20 && total === undefined;

const billOf = (call: number, billNos: readonly string[]): string => billNos[call % billNos.length] ?? '';

const asked: readonly Asked[] = [
  {
    what: 'page of 20 bills without its total (`bill.page`)',
    operation: 'bill.page',
    payload: (call) => ({ page: 2 + (call % 20), pageSize: 20 }),
    isExpected: isPage,
  },
  {
    what: 'page of 20 lines without its total (`loanConsult.page`)',
    operation: 'loanConsult.page',
    payload: (call) => ({ page: 2 + (call % 20), pageSize: 20 }),
    isExpected: isPage,
  },
  {
    what: 'page of 20 lines of a bill without its total (`bill.lines`)',
    operation: 'bill.lines',
    payload: (call, billNos) => ({ billNo: billOf(call, billNos), page: 2, pageSize: 20 }),
    isExpected: isPage,
  },
  {
    what: 'sum of all own bills (`bill.sum`)',
    operation: 'bill.sum',
    payload: () => ({}),
    isExpected: ({ count }) => Number(count) >= 2000,
  },
  {
    what: 'a bill (`bill.detail`)',
    operation: 'bill.detail',
    payload: (call, billNos) => ({ billNo: billOf(call, billNos) }),
    isExpected: ({ billNo }) => typeof billNo === 'string',
  },
];

/** Makes a call that must succeed; returns its reply and its time. @unit ms */
export const timed = async (
  merchant: Visitor,
  operation: string,
  payload: WireData,
): Promise<readonly [data: WireData, ms: number]> => {
  const startedMs = performance.now();
  const { status, body } = await merchant.call(operation, payload);
  const ms = performance.now() - startedMs;
  if (status !== 200 || body.data === undefined) throw new Error(`${operation}: ${status} ${body.errCode ?? ''}`);
  return [body.data, ms];
};

/** The numbers of a tenant's newest bills. */
const billNosOf = async (merchant: Visitor): Promise<readonly string[]> => {
  const [{ items }] = await timed(merchant, 'bill.page', { page: 1, pageSize: 100 });
  // The reply of the contract.
  return (items as readonly { readonly billNo: string }[]).map(({ billNo }) => billNo);
};

/** Both sizes in turn, so that a busy moment affects both; the first round warms up compilers and caches. */
const compare = async (
  merchants: readonly Visitor[],
  { operation, payload, isExpected }: Asked,
): Promise<number[][]> => {
  const contestants = await Promise.all(
    merchants.map(async (merchant) => ({ merchant, billNos: await billNosOf(merchant), times: [] as number[] })),
  );
  for (let round = 0; round <= rounds; round += 1) {
    for (let call = 0; call < callsARound; call += 1) {
      for (const { merchant, billNos, times } of contestants) {
        const [data, ms] = await timed(merchant, operation, payload(call, billNos));
        if (!isExpected(data)) throw new Error(`${operation} gave ${JSON.stringify(data).slice(0, 200)}`);
        if (round > 0) times.push(ms);
      }
    }
  }
  return contestants.map(({ times }) => times);
};

const p95 = (times: readonly number[]): number => quantile(times, 0.95);

/** What a merchant reads, among few lines of others and among many (R10.3, R10.5). */
export const pageFigures = async (part: string, few: Visitor, many: Visitor): Promise<Figure[]> => {
  const figures: Figure[] = [];
  for (const each of asked) {
    const [small = [], large = []] = await compare([few, many], each);
    const ratio = p95(large) / p95(small);
    figures.push(
      noted(
        part,
        `${each.what}: few, many`,
        `p50 ${fixed(median(small))} and ${fixed(median(large))} ms, p95 ${fixed(p95(small))} and ${fixed(p95(large))} ms`,
      ),
      judged(part, `the same, p95 among the many against the few`, {
        value: `${fixed(ratio)}×`,
        goal: `≤ ${goal}×`,
        isMet: ratio <= goal,
      }),
    );
  }
  return figures;
};
