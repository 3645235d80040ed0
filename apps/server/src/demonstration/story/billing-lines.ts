import type { Input } from '@ronghui/contract';
import { dayLater } from '@ronghui/domain/calendar';
import { fen } from '@ronghui/domain/money';
import type { AddedLine } from '#features/bill/bill.steps';

/** The products that the provider bills, and the projects of the merchant that use them. */
export const billed = [
  { productId: 'biz-loan-advisory', project: '小微经营贷', orgs: [0, 1, 2, 3], unit: null, prefix: 'LN' },
  { productId: 'factoring', project: '供应链融资', orgs: [0, 1, 3], unit: null, prefix: 'FK' },
  { productId: 'points-mall', project: '员工福利', orgs: [2, 3], unit: '份', prefix: 'JF' },
  { productId: 'flex-benefits', project: '员工福利', orgs: [0, 2], unit: null, prefix: 'QY' },
] as const;
export type Billed = (typeof billed)[number];
export const orgNames = ['杭州银行西湖支行', '浙商银行滨江支行', '宁波银行杭州分行', '江苏银行杭州分行'] as const;
export const projectNames = ['小微经营贷', '供应链融资', '员工福利'] as const;

type Rule = Omit<Input<'ops.feeRule.save'>, 'idempotencyKey' | 'ruleId' | 'version' | 'orgId' | 'tenantId'>;
/** A version, with the stage in which it begins to hold and the day of that month. */
export type RuleVersion = Pick<Rule, 'productId' | 'terms'> & { readonly stage: number; readonly day: number };

type Terms = Rule['terms'];
const percent = 10_000;
const plain = {
  unit: null,
  direction: 'payable',
  lineMinimumAmount: null,
  lineCapAmount: null,
  billMinimumAmount: null,
  billCapAmount: null,
  taxRate: 6 * percent,
} as const;

/** The rules of all kinds; a version of a later stage changes the price from then on, once in the middle of a month. */
export const ruleVersions = (): readonly RuleVersion[] => {
  const loan = (rate: number): Terms => ({
    ...plain,
    scheme: { kind: 'rate', rate },
    lineMinimumAmount: fen(2000),
    lineCapAmount: fen(80_000),
  });
  const factoring = (rates: readonly [number, number, number]): Terms => ({
    ...plain,
    scheme: {
      kind: 'tiered',
      method: 'marginal',
      tiers: [0, 300_000_000, 800_000_000].map((from, at) => ({ from, rate: rates[at] ?? 0 })),
    },
  });
  const points = (fee: number): Terms => ({
    ...plain,
    unit: '份',
    scheme: { kind: 'fixed', fee: fen(fee), per: 'unit' },
    billMinimumAmount: fen(150_000),
  });
  const benefits: Terms = { ...plain, direction: 'receivable', scheme: { kind: 'rate', rate: 3 * percent } };
  return [
    { productId: 'biz-loan-advisory', terms: loan(1.2 * percent), stage: 1, day: 1 },
    { productId: 'factoring', terms: factoring([5000, 4000, 3000]), stage: 1, day: 1 },
    { productId: 'points-mall', terms: points(250), stage: 1, day: 1 },
    { productId: 'flex-benefits', terms: benefits, stage: 1, day: 1 },
    { productId: 'points-mall', terms: points(220), stage: 8, day: 1 },
    { productId: 'biz-loan-advisory', terms: loan(1.1 * percent), stage: 10, day: 15 },
    { productId: 'factoring', terms: factoring([4800, 3800, 2800]), stage: 12, day: 1 },
  ];
};

const borrowers = ['张*', '李**', '王**', '陈*', '刘**', '杨*', '赵**', '周**', '吴*', '徐**'] as const;
/** Steps of primes, so that neighbours differ and every start gives the same. */
const spread = (a: number, b: number, below: number): number => (a * 7919 + b * 104_729) % below;

const basisOf = ({ productId }: Billed, at: number, seed: number): number => {
  if (productId === 'points-mall') return 1 + spread(at, seed, 20);
  if (productId === 'flex-benefits') return 9900 + spread(at, seed, 400) * 100;
  return 500_000 + spread(at, seed, 7500) * 1000;
};

/** A stage whose lines are made: its place in the story, the first day of its month, and how many days of it have passed. */
export interface FilledStage {
  readonly stage: number;
  readonly opensOn: string;
  readonly days: number;
  readonly projects: ReadonlyMap<string, string>;
  readonly orgs: readonly string[];
}

/** Lines of one bill in a stage: business grows, and one stage is weaker than the one before. */
const countOf = (product: number, org: number, stage: number): number =>
  70 + product * 6 + org * 9 + stage * 5 - (stage % 4 === 3 ? 18 : 0);

/** The lines of a stage, always the same. */
export const linesOf = ({ stage, opensOn, days, projects, orgs }: FilledStage): AddedLine[] =>
  billed.flatMap((product, place) =>
    product.orgs.flatMap((org) => {
      const count = countOf(place, org, stage);
      return Array.from({ length: count }, (_, at): AddedLine => {
        const basis = basisOf(product, at, stage * 31 + place * 7 + org);
        const isAmount = product.unit === null;
        return {
          loanNo: `${product.prefix}${opensOn.slice(0, 7).replace('-', '')}${org + 1}${String(at + 1).padStart(5, '0')}`,
          projectId: projects.get(product.project) ?? '',
          productId: product.productId,
          orgId: orgs[org] ?? '',
          borrowerMasked: isAmount ? (borrowers[spread(at, stage, borrowers.length)] ?? null) : null,
          loanFen: isAmount ? basis : null,
          quantity: isAmount ? null : basis,
          unit: product.unit ?? '元',
          occurredOn: dayLater(opensOn, Math.floor((at * days) / count)),
        };
      });
    }),
  );
