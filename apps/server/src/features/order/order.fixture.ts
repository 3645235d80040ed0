import { randomBytes } from 'node:crypto';
import { fen } from '@ronghui/domain/money';
import { type AgreementText, addAgreements } from '#features/agreement/agreement.steps';
import { type ProductRow, replaceCatalog } from '#features/catalog/catalog.steps';
import { pdf } from '#features/file/file.fixture';
import { ensureDemoAccounts } from '#features/register/demo-accounts';
import { replaceSite } from '#features/site/site.steps';
import { operatorAuthor } from '#kernel/command-verb';
import { type TestApp, type TestAppOptions, testApp } from '#kernel/testing/test-app';
import type { TestBrowser, TestReply } from '#kernel/testing/test-client';
import { type AskedReview, type ReviewResult, takeReviewStep } from './order.review.ts';

/** A step that staff take. */
export type StaffStep =
  | 'approve'
  | 'reject'
  | 'acceptPayment'
  | 'sendBackPayment'
  | 'activate'
  | 'terminate'
  | 'refund';

const agreement = (id: string, version: string, scene: AgreementText['scene'], day: string): AgreementText => ({
  id,
  version,
  title: `协议 ${id}`,
  scene,
  required: true,
  markdown: `# ${id} ${version}`,
  html: `<p>${id} ${version}</p>`,
  sha256: Buffer.from(`${id}@${version}`).toString('hex').padEnd(64, '0').slice(0, 64),
  effectiveAt: new Date(day),
});

const agreements = [
  agreement('purchase', '2026-11', 'purchase', '2020-01-01'),
  agreement('loan-consent', '2026-11', 'purchase', '2020-01-01'),
  agreement('data-sharing', '2026-06', 'dataSharing', '2019-01-01'),
  agreement('data-sharing', '2026-11', 'dataSharing', '2020-01-01'),
  agreement('trial', '2026-11', 'trial', '2020-01-01'),
];

const sku = {
  id: 'standard',
  name: '标准版',
  unit: '人',
  price: fen(1200),
  billing: 'prepaid',
  termMonths: [1, 12],
  minQuantity: 10,
  maxQuantity: 1000,
  options: [
    {
      key: 'card',
      label: '福利卡形式',
      values: [
        { value: 'digital', label: '电子卡', priceDelta: fen(0) },
        { value: 'physical', label: '实体卡', priceDelta: fen(100) },
      ],
    },
  ],
  tiers: [],
  termDiscounts: [{ termMonths: 12, percent: 90 }],
  usageRules: [],
} as const;
const postpaid = {
  ...sku,
  id: 'usage',
  name: '按量',
  price: fen(0),
  billing: 'postpaid',
  termMonths: [12],
  options: [],
  usageRules: [{ label: '核销', text: '每张 ¥0.30' }],
} as const;
const dedicated = { ...sku, id: 'dedicated', name: '专属版', price: null, options: [] } as const;

const bespoke = { ...dedicated, id: 'bespoke', name: '定制版', billing: 'postpaid' } as const;

const product = (pid: string, name: string, more: Partial<ProductRow>): ProductRow => ({
  pid,
  category: 'benefits',
  position: 0,
  name,
  tagline: '一句话',
  coverUrl: '/media/x',
  coverAlt: '封面',
  tags: [],
  hasTrial: true,
  recommended: null,
  annualRate: null,
  orgName: null,
  priceFrom: fen(1200),
  priceUnit: '人 / 月',
  billing: 'prepaid',
  blocks: [],
  agreements: ['purchase', 'trial'],
  docs: [],
  related: [],
  skus: [sku, postpaid, dedicated, bespoke],
  ...more,
});

const loan = product('loan', '订单融资', {
  position: 1,
  annualRate: '7.2%–15.4%',
  orgName: '岚汀小额贷款（示例）',
  agreements: ['purchase', 'loan-consent', 'data-sharing'],
  skus: [postpaid],
});

/** The payee that the fixture configures. */
export const payee = { name: '融惠（示例）', bank: '示例银行营业部', accountNo: '0000 1111 2222 3333' };

/** A purchase as the page sends it: 10 × (¥12.00 + ¥1.00) × 12 months at 90%. */
export const purchase = {
  pid: 'benefit',
  skuId: 'standard',
  quantity: 10,
  termMonths: 12,
  options: { card: 'physical' },
  agreements: [{ id: 'purchase', version: '2026-11' }],
  expectedAmount: fen(140_400),
};
/** A purchase of a product that shares data with an org. */
export const loanPurchase = {
  pid: 'loan',
  skuId: 'usage',
  quantity: 10,
  termMonths: 12,
  agreements: ['purchase', 'loan-consent', 'data-sharing'].map((id) => ({ id, version: '2026-11' })),
  expectedAmount: fen(0),
};

export const newKey = (): string => randomBytes(16).toString('base64url');

/** A merchant user with a browser. */
export interface Merchant {
  readonly browser: TestBrowser;
  readonly tenantId: string;
  call(operationId: string, payload?: Readonly<Record<string, unknown>>): Promise<TestReply>;
  /** Makes a purchase that must succeed; returns its number. */
  buy(payload?: Readonly<Record<string, unknown>>): Promise<string>;
}

/** The application with a small catalogue and the two demonstration merchants, not yet certified. */
export class OrderFixture {
  readonly app: TestApp;
  readonly first: Merchant;
  readonly second: Merchant;

  constructor(app: TestApp, merchants: readonly [Merchant, Merchant]) {
    this.app = app;
    [this.first, this.second] = merchants;
  }

  /** Takes a step as staff, whatever the version; returns its result. */
  review(action: StaffStep, orderNo: string, reason?: string): Promise<ReviewResult> {
    const asked: AskedReview =
      action === 'refund' ? { orderNo, reason, action, onRefund: async () => undefined } : { orderNo, reason, action };
    const { database, ports } = this.app;
    return database.transact('service', (tx) => takeReviewStep(tx, ports, operatorAuthor, asked));
  }

  /** Takes a step as staff; true when it succeeded. */
  async takeStep(action: StaffStep, orderNo: string, reason?: string): Promise<boolean> {
    return (await this.review(action, orderNo, reason)).ok;
  }

  async certify({ tenantId }: Pick<Merchant, 'tenantId'>, status = 'passed'): Promise<void> {
    await this.app.rows('update tenant set certification_status = $2 where tenant_id = $1', [tenantId, status]);
  }

  /** Sends a payment voucher as the merchant. */
  async sendVoucher({ browser }: Pick<Merchant, 'browser'>, orderNo: string): Promise<TestReply> {
    const slip = await browser.upload('file.upload', '银行回单.pdf', pdf);
    if (slip.status !== 200) throw new Error(slip.text);
    const paidAt = new Date(this.app.clock.now().getTime() - 60_000).toISOString();
    const voucher = { orderNo, fileIds: [slip.body.data.fileId], paidAt, payerName: '云栖商贸' };
    return browser.call('order.uploadVoucher', { ...voucher, idempotencyKey: newKey() });
  }

  async statusOf(orderNo: string): Promise<string> {
    const [row] = await this.app.rows('select status from "order" where order_no = $1', [orderNo]);
    return String(row?.['status']);
  }

  /** An active order. */
  async running(merchant: Merchant, payload: Readonly<Record<string, unknown>> = purchase): Promise<string> {
    const orderNo = await merchant.buy(payload);
    const steps: readonly StaffStep[] =
      payload['expectedAmount'] === 0 ? ['approve', 'activate'] : ['approve', 'acceptPayment', 'activate'];
    for (const step of steps) {
      if (!(await this.takeStep(step, orderNo))) throw new Error(`${step} was refused`);
    }
    return orderNo;
  }

  close = (): Promise<void> => this.app.close();
}

const merchantOf = async (app: TestApp, mobile: string, pwd: string): Promise<Merchant> => {
  const browser = await app.open();
  const reply = await browser.call('portal.login', { mobile, pwd });
  const merchant: Merchant = {
    browser,
    tenantId: String(reply.body.data.user.tenantId),
    call: (operationId, payload) => browser.call(operationId, payload),
    async buy(payload = purchase) {
      const bought = await browser.call('portal.purchase', { ...payload, idempotencyKey: newKey() });
      if (bought.status !== 200) throw new Error(`not bought: ${bought.text}`);
      return String(bought.body.data.orderNo);
    },
  };
  return merchant;
};

/** Opens a fixture. */
export const openOrderFixture = async (options: TestAppOptions = {}): Promise<OrderFixture> => {
  const app = await testApp(options);
  await app.database.transact('service', async (tx) => {
    await addAgreements(tx, agreements);
    await replaceSite(tx, {
      brand: {
        name: '融惠',
        logoUrl: '/logo.svg',
        primary: '#23408e',
      },
      contacts: {
        phone: '1',
        email: 'a@b.example',
        address: '—',
        hours: '—',
      },
      icp: '',
      policeRecord: '',
      licences: [],
      docCenter: 'off',
      payee,
    });
    await replaceCatalog(tx, {
      slides: [],
      pages: [],
      partners: [],
      categories: [
        {
          id: 'benefits',
          name: '福利',
          summary: '',
        },
      ],
      products: [product('benefit', '员工弹性福利', {}), loan],
    });
  });
  await ensureDemoAccounts(app);
  const first = await merchantOf(app, '13800000001', 'Demo-Merchant-1');
  const second = await merchantOf(app, '13800000002', 'Demo-Merchant-2');
  return new OrderFixture(app, [first, second]);
};
