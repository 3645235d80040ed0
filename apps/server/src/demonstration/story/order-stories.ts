import type { Input } from '@ronghui/contract';
import type { ReviewAction } from '@ronghui/domain/order-review';
import type { Cast } from './event.ts';

type Purchase = Input<'portal.purchase'>;

/** A step of an order, some days before the first start. */
export interface StoryStep {
  readonly action: ReviewAction | 'cancel' | 'sendVoucher';
  readonly days: number;
  readonly time: string;
  readonly reason?: string;
  /** The picture of the bank's slip, for a voucher. */
  readonly slip?: string;
}

/** An order as it went. */
export interface OrderStory {
  readonly name: string;
  readonly by: keyof Cast & ('owner' | 'finance');
  readonly configuration: Pick<Purchase, 'pid' | 'skuId' | 'quantity' | 'options'> & { readonly termMonths?: number };
  readonly contact?: NonNullable<Purchase['contact']>;
  /** The name of the order that this one renews. */
  readonly renews?: string;
  readonly bought: readonly [days: number, time: string];
  readonly life: readonly StoryStep[];
  /** Its deadlines pass: it is cancelled unpaid, or expires at the end of its term. */
  readonly runsOut?: true;
}

const contact = { name: '陈静', mobile: '13800000011' };

const step = (action: StoryStep['action'], days: number, time: string, more: Partial<StoryStep> = {}): StoryStep => ({
  action,
  days,
  time,
  ...more,
});

/** Paid with a slip the day after the approval, checked and opened the next. */
const paidAndOpened = (approvedDaysAgo: number, slip: string): readonly StoryStep[] => [
  step('approve', approvedDaysAgo, '09:40'),
  step('sendVoucher', approvedDaysAgo - 1, '14:25', { slip }),
  step('acceptPayment', approvedDaysAgo - 2, '10:05'),
  step('activate', approvedDaysAgo - 2, '15:30'),
];

const benefits = {
  pid: 'flex-benefits',
  skuId: 'standard',
  quantity: 40,
  termMonths: 12,
  options: { card: 'physical', auto: 'none' },
} as const;

/** In the order in which they were bought. */
export const orderStories: readonly OrderStory[] = [
  {
    name: 'benefits',
    by: 'owner',
    configuration: benefits,
    contact,
    bought: [386, '10:12'],
    life: paidAndOpened(384, 'slip-5616.png'),
    runsOut: true,
  },
  {
    name: 'invoices',
    by: 'finance',
    configuration: {
      pid: 'e-invoice',
      skuId: 'pro',
      quantity: 1,
      termMonths: 12,
      options: { volume: '2000', archive: 'full' },
    },
    bought: [345, '16:48'],
    life: paidAndOpened(343, 'slip-1598.png'),
  },
  {
    name: 'advice',
    by: 'owner',
    configuration: { pid: 'tax-advisory', skuId: 'small', quantity: 1, termMonths: 12, options: { reply: 'two-days' } },
    bought: [262, '11:20'],
    life: [step('approve', 260, '09:15')],
    runsOut: true,
  },
  {
    name: 'points',
    by: 'finance',
    configuration: {
      pid: 'points-mall',
      skuId: 'growth',
      quantity: 1,
      termMonths: 12,
      options: { members: '50k', domain: 'shared' },
    },
    bought: [221, '09:55'],
    life: [step('cancel', 220, '17:10', { reason: '先用入门版试一季，再决定是否升级' })],
  },
  {
    name: 'collect',
    by: 'finance',
    configuration: {
      pid: 'aggregated-pay',
      skuId: 'store',
      quantity: 6,
      termMonths: 12,
      options: { device: 'box', voice: 'on' },
    },
    contact,
    bought: [203, '14:02'],
    life: paidAndOpened(201, 'slip-3693.png'),
  },
  {
    name: 'warehouse',
    by: 'owner',
    configuration: {
      pid: 'warehouse-finance',
      skuId: 'standard',
      quantity: 1,
      termMonths: 6,
      options: { ratio: '60', goods: 'cold' },
    },
    bought: [152, '10:30'],
    life: [step('reject', 150, '16:05', { reason: '冷链食品需要仓储方的连续温控记录，请补齐后重新提交' })],
  },
  {
    name: 'checkup',
    by: 'owner',
    configuration: { pid: 'credit-checkup', skuId: 'single', quantity: 1, options: { scope: 'full', explain: 'call' } },
    bought: [131, '15:16'],
    life: [
      step('approve', 130, '09:20'),
      step('sendVoucher', 129, '11:42', { slip: 'slip-649.png' }),
      step('acceptPayment', 128, '10:00'),
      step('refund', 121, '14:30', { reason: '数据源维护超过约定时限，全额退回原付款账户' }),
    ],
  },
  {
    name: 'purchases',
    by: 'owner',
    configuration: {
      pid: 'po-finance',
      skuId: 'single',
      quantity: 1,
      termMonths: 3,
      options: { ratio: '50', draw: 'staged' },
    },
    bought: [101, '10:08'],
    // Its consent is withdrawn before (`consents.ts`).
    life: [step('cancel', 96, '09:30', { reason: '改用自有资金备货' })],
  },
  {
    name: 'gifts',
    by: 'finance',
    configuration: {
      pid: 'festival-gifts',
      skuId: 'classic',
      quantity: 236,
      options: { box: 'logo', card: 'printed' },
    },
    contact,
    bought: [84, '09:35'],
    life: paidAndOpened(83, 'slip-30444.png'),
  },
  {
    name: 'factoring',
    by: 'owner',
    configuration: {
      pid: 'factoring',
      skuId: 'recourse',
      quantity: 3,
      termMonths: 6,
      options: { ratio: '80', interest: 'maturity' },
    },
    contact,
    bought: [62, '10:45'],
    life: [step('approve', 60, '11:10'), step('activate', 59, '16:20')],
  },
  {
    name: 'benefitsAgain',
    by: 'finance',
    configuration: benefits,
    renews: 'benefits',
    bought: [40, '09:26'],
    life: paidAndOpened(39, 'slip-5616.png'),
  },
  {
    name: 'health',
    by: 'finance',
    configuration: {
      pid: 'health-checkup',
      skuId: 'basic',
      quantity: 40,
      termMonths: 12,
      options: { package: 'plus', consult: 'text' },
    },
    contact,
    bought: [9, '10:50'],
    life: [
      step('approve', 8, '09:30'),
      step('sendVoucher', 6, '15:12', { slip: 'slip-17760.png' }),
      step('acceptPayment', 1, '10:20'),
    ],
  },
  {
    name: 'payroll',
    by: 'finance',
    configuration: {
      pid: 'payroll-disburse',
      skuId: 'standard',
      quantity: 240,
      termMonths: 12,
      options: { times: '2', slip: 'mobile' },
    },
    contact,
    bought: [6, '09:18'],
    life: [
      step('approve', 5, '10:00'),
      step('sendVoucher', 3, '10:11', { slip: 'slip-5702.png' }),
      step('sendBackPayment', 2, '16:20', { reason: '付款户名与企业名称不符' }),
    ],
  },
  {
    name: 'split',
    by: 'finance',
    configuration: {
      pid: 'split-settlement',
      skuId: 'standard',
      quantity: 3,
      termMonths: 12,
      options: { receivers: '100', cycle: 'daily' },
    },
    bought: [5, '14:36'],
    life: [step('approve', 4, '09:50'), step('sendVoucher', 1, '11:28', { slip: 'slip-9687.png' })],
  },
  {
    name: 'advisor',
    by: 'owner',
    configuration: {
      pid: 'tax-advisory',
      skuId: 'general',
      quantity: 1,
      termMonths: 12,
      options: { reply: 'two-days', training: 'none' },
    },
    bought: [4, '16:02'],
    life: [step('approve', 3, '09:36')],
  },
  {
    name: 'loan',
    by: 'owner',
    configuration: {
      pid: 'biz-loan-advisory',
      skuId: 'self',
      quantity: 1,
      options: { amount: 'upto-300', use: 'working' },
    },
    bought: [3, '11:04'],
    life: [step('approve', 1, '09:44')],
  },
  {
    name: 'members',
    by: 'finance',
    configuration: { pid: 'points-mall', skuId: 'starter', quantity: 1, termMonths: 12, options: { members: '20k' } },
    bought: [1, '17:22'],
    life: [],
  },
];
