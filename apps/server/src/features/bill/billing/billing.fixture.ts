import { addProducts } from '#features/catalog/product.fixture';
import { enterStaff } from '#features/staff/staff.fixture';
import { newKey } from '#kernel/testing/new-key';
import type { TestApp } from '#kernel/testing/test-app';
import type { TestBrowser, TestReply } from '#kernel/testing/test-client';

type Payload = Readonly<Record<string, unknown>>;

const terms = {
  unit: null,
  direction: 'payable',
  scheme: { kind: 'rate', rate: 12_000 },
  lineMinimumAmount: null,
  lineCapAmount: null,
  billMinimumAmount: null,
  billCapAmount: null,
  taxRate: 60_000,
} as const;

/** What a test chooses of a rule: 1.20 % of the amount, payable, with 6 % tax, for the product alone, where it chooses nothing. */
export interface GivenRule {
  readonly productId?: string;
  readonly orgId?: string | null;
  readonly tenantId?: string | null;
  readonly holdsFrom?: string;
  readonly terms?: Payload;
  readonly ruleId?: string;
  readonly version?: number;
}

/** The payload of a rule's operation. */
export const ruleOf = ({ terms: changed = {}, ...rule }: GivenRule = {}): Payload => ({
  productId: 'loan',
  orgId: null,
  tenantId: null,
  holdsFrom: '2026-01-01',
  ...rule,
  terms: { ...terms, ...changed },
});

/** The provider's half of bills, by its operations. */
export interface BillingStaff {
  readonly browser: TestBrowser;
  /** A write with a key of its own. */
  write(operation: string, payload: Payload): Promise<TestReply>;
  /** A rule, and its product where there is none. */
  rule(given?: GivenRule): Promise<string>;
  /** Draws up a stage and waits for its end. */
  generate(stageId: string): Promise<void>;
  /** Issues a part with its drafts as they are, and waits for its end. */
  issue(stageId: string, part?: Payload): Promise<void>;
  generation(stageId: string): Promise<TestReply['body']['data']>;
  bills(filter?: Payload): Promise<TestReply['body']['data']['items']>;
}

/** A console in which the finance of the provider is logged in. */
export const enterBilling = async (app: TestApp, account = 'billing-finance'): Promise<BillingStaff> => {
  const browser = await enterStaff(app, account, { roles: ['finance'] });
  const write = (operation: string, payload: Payload) =>
    browser.call(operation, { ...payload, idempotencyKey: newKey() });
  const done = async (reply: Promise<TestReply>): Promise<TestReply['body']['data']> => {
    const { status, text, body } = await reply;
    if (status !== 200) throw new Error(text);
    return body.data;
  };
  const generation = (stageId: string) => done(browser.call('ops.bill.generation', { stageId }));
  const bills = async (filter: Payload = {}) =>
    (await done(browser.call('ops.bill.page', { pageSize: 100, ...filter }))).items;
  return {
    browser,
    write,
    generation,
    bills,
    async rule(given = {}) {
      const rule = ruleOf(given);
      await addProducts(app, String(rule['productId']));
      return (await done(write('ops.feeRule.save', rule))).ruleId;
    },
    async generate(stageId) {
      await done(write('ops.bill.generate', { stageId }));
      await app.app.sentJobs.drain();
      const { generation: job } = await generation(stageId);
      if (job?.status !== 'done') throw new Error(JSON.stringify(job));
    },
    async issue(stageId, part = {}) {
      const drafts = await bills({ stageId, status: 'draft', ...part });
      await done(write('ops.bill.issue', { stageId, ...part, count: drafts.length }));
      await app.app.sentJobs.drain();
      const { issue: job } = await generation(stageId);
      if (job?.status !== 'done') throw new Error(JSON.stringify(job));
    },
  };
};
