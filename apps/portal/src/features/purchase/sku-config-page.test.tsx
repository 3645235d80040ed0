import { fen, timesFen } from '@ronghui/domain/money';
import { clearQueries } from '@ronghui/web/queries/query-client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetVisits } from '#features/behavior/behavior.shared.ts';
import {
  type Answers,
  act,
  fireEvent,
  imageCode,
  refusal,
  screen,
  showPage,
  unreachable,
  user,
} from '#kernel/testing/page.fixture.tsx';
import { benefits, loan, plain } from './product.fixture.ts';
import { SkuConfigPage } from './sku-config-page.tsx';

const quoted: NonNullable<Answers['order.quote']> = ({ quantity, termMonths = 1 }) => ({
  items: [{ label: '标准版', amount: timesFen(fen(1200), quantity * termMonths) }],
  totalAmount: timesFen(fen(1200), quantity * termMonths),
});

const config = (answers: Answers = {}, { type = 'purchase', search = '', state = {} } = {}) =>
  showPage(<SkuConfigPage params={{ pid: 'flex-benefits', type }} />, {
    at: `/portal/skuConfig/flex-benefits/${type}${search}`,
    state,
    answers: { ...imageCode, 'portal.productQueryDetail': () => benefits, 'order.quote': quoted, ...answers },
  });

/** Advances time, answers calls and lets lazy parts of the page load. */
const pass = (ms: number) =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
    await vi.dynamicImportSettled();
  });
const select = (name: string | RegExp) => fireEvent.click(screen.getByRole('radio', { name }));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  forgetVisits();
  localStorage.clear();
});

describe('the page', () => {
  it('R2.9 shows loading until the product is there, and a retry when the fetch failed', async () => {
    let tries = 0;
    const page = config({
      'portal.productQueryDetail': () => {
        tries += 1;
        if (tries === 1) throw refusal('portal.productQueryDetail', 'OPSB0009');
        return benefits;
      },
    });
    expect(screen.getByRole('status').textContent).toBe('loading');
    await pass(0);
    fireEvent.click(screen.getByRole('button', { name: '重试' }));
    await pass(0);
    expect(page.getByRole('heading', { name: '购买配置' })).toBeDefined();
  });

  it.each([
    ['another type', 'rent', benefits],
    ['a purchase of what has no SKU', 'purchase', plain],
    ['a trial of what is not tried', 'trial', { ...benefits, hasTrial: false }],
  ])('R2.4 %s shows that there is no such page', async (_name, type, product) => {
    config({ 'portal.productQueryDetail': () => product }, { type });
    await pass(0);
    expect(screen.getByText('没有找到这个页面')).toBeDefined();
  });

  it('R2.4 a product that does not exist shows that there is no such page', async () => {
    config({
      'portal.productQueryDetail': () => {
        throw refusal('portal.productQueryDetail', 'RHSY404');
      },
    });
    await pass(0);
    expect(screen.getByText('没有找到这个页面')).toBeDefined();
    expect(document.title).toBe('页面不存在 - 融惠');
  });

  it('R10.13 a loan shows its yearly rate and the warning', async () => {
    config({ 'portal.productQueryDetail': () => ({ ...loan, orgName: '岚汀小额贷款' }) });
    await pass(0);
    expect(screen.getByText(/年化利率 5.8%–9.6%（单利），由.+小额贷款审批/)).toBeDefined();
    expect(screen.getByText('贷款有风险，借款需谨慎')).toBeDefined();
  });
});

describe('the configuration', () => {
  it('R10.2 shows how many can be bought, as one number where only one is possible', async () => {
    const [standard, dedicated] = benefits.skus;
    const skus = [standard, dedicated].flatMap((sku) => (sku === undefined ? [] : [{ ...sku, price: fen(1200) }]));
    config({ 'portal.productQueryDetail': () => ({ ...benefits, skus }) });
    await pass(0);
    expect(screen.getByText(/^10 – 20,000 人/)).toBeDefined();
    select(/专属版/);
    expect(screen.getByText('1 套')).toBeDefined();
  });
});

describe('what the price depends on', () => {
  const [standard] = benefits.skus;
  if (standard === undefined) throw new Error('the product has no SKU');

  it('R1.1 options say what they add, terms and quantities what they save', async () => {
    config();
    await pass(0);
    expect(screen.getByRole('radio', { name: '实体卡 +¥1.00 / 人 / 月' })).toBeDefined();
    expect(screen.getByRole('radio', { name: '电子卡' })).toBeDefined();
    expect(screen.getByRole('radio', { name: '12 个月 9 折' })).toBeDefined();
    expect(screen.getByText('10 – 20,000 人；满 500 人 ¥10.00')).toBeDefined();
  });

  it('R1.1 paying by use says what one use costs', async () => {
    const usageRules = [{ label: '开票', text: '每开具 1 张 ¥0.30' }];
    const byUse = { ...standard, price: fen(0), billing: 'postpaid' as const, usageRules };
    config({ 'portal.productQueryDetail': () => ({ ...benefits, skus: [byUse] }) });
    await pass(0);
    expect(screen.getByText('每开具 1 张 ¥0.30')).toBeDefined();
  });

  it('R1.1 what can only be 1 is a text, and a quantity that another SKU raises says so', async () => {
    const advanced = { ...standard, skuId: 'advanced', name: '进阶版', minQuantity: 50 };
    const single = { ...standard, skuId: 'single', name: '单套版', unit: '套', minQuantity: 1, maxQuantity: 1 };
    config({ 'portal.productQueryDetail': () => ({ ...benefits, skus: [standard, advanced, single] }) });
    await pass(0);
    const quantity = () => screen.getByRole<HTMLInputElement>('spinbutton').value;
    select(/进阶版/);
    expect(quantity()).toBe('50');
    expect(screen.getByText('这个规格最少 50 人，数量已由 10 人改为 50 人。').getAttribute('role')).toBe('status');
    select(/标准版/);
    expect(quantity()).toBe('10');
    select(/单套版/);
    expect(screen.queryByRole('spinbutton')).toBeNull();
    expect(screen.getByText('1 套')).toBeDefined();
  });
});

describe('the live price', () => {
  const total = () => screen.getByText('合计').nextElementSibling?.textContent;

  it('R10.2 follows the configuration with a delay; the last price stays meanwhile', async () => {
    const page = config();
    await pass(0);
    expect(total()).toBe('¥120.00');
    fireEvent.click(screen.getByRole('button', { name: '增加' }));
    select(/12 个月/);
    expect(total()).toBe('¥120.00');
    await pass(249);
    expect(page.of('order.quote')).toHaveLength(1);
    await pass(1);
    expect(total()).toBe('¥1,584.00');
    expect(page.of('order.quote')[1]?.input).toEqual({
      pid: 'flex-benefits',
      skuId: 'standard',
      quantity: 11,
      termMonths: 12,
      options: { card: 'digital' },
    });
  });

  it('R5.5 what the server does not offer is shown at its field', async () => {
    config({
      'order.quote': () => {
        throw refusal('order.quote', 'RHSY422', { fields: [{ path: 'quantity', message: '数量不能少于 10' }] });
      },
    });
    await pass(0);
    expect(screen.getByText('数量不能少于 10')).toBeDefined();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: '登录并确认' }).disabled).toBe(true);
  });

  it('R10.2 a negotiated price reads 面议 and links to the contact form, without a login', async () => {
    config({
      'order.quote': () => {
        throw refusal('order.quote', 'RHOR002');
      },
    });
    await pass(0);
    expect(screen.getByText(/由顾问与您商定/)).toBeDefined();
    expect(screen.queryByRole('button', { name: '登录并确认' })).toBeNull();
    const link = screen.getByRole<HTMLAnchorElement>('link', { name: '联系我们报价' });
    expect(link.hash).toBe('#/portal/feedBack?topic=consult&pid=flex-benefits');
  });

  it('R1.1 a specification without a price reads 面议 at once: it is neither quoted nor counted nor ordered', async () => {
    const page = config({}, { search: '?sku=dedicated', state: { user } });
    await pass(250);
    expect(page.of('order.quote')).toEqual([]);
    expect(screen.getByText(/由顾问与您商定/)).toBeDefined();
    expect(screen.queryByRole('spinbutton')).toBeNull();
    expect(screen.queryByRole('button', { name: /确认/ })).toBeNull();
    expect(screen.getByRole<HTMLAnchorElement>('link', { name: '联系我们报价' }).hash).toContain('topic=consult');
    select(/标准版/);
    await pass(250);
    expect(total()).toBe('¥120.00');
    select(/专属版/);
    await pass(250);
    expect(screen.queryByText('¥120.00')).toBeNull();
  });

  it('R2.9 a failed quote can be retried', async () => {
    let tries = 0;
    config({
      'order.quote': (input) => {
        tries += 1;
        if (tries === 1) throw refusal('order.quote', 'RHSY429');
        return quoted(input);
      },
    });
    await pass(0);
    expect(screen.getByText(/操作过于频繁/)).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: '重新报价' }));
    await pass(0);
    expect(total()).toBe('¥120.00');
  });
});

describe('a purchase', () => {
  it('R1.1 a visitor is led to the login, and finds the configuration afterwards', async () => {
    const page = config();
    await pass(0);
    select(/实体卡/);
    select(/12 个月/);
    fireEvent.click(screen.getByRole('button', { name: '登录并确认' }));
    const back = '/portal/skuConfig/flex-benefits/purchase?step=confirm';
    expect(location.hash).toBe(`#/portal/login?back=${encodeURIComponent(back)}`);
    page.unmount();
    clearQueries();
    config({}, { search: '?step=confirm', state: { user } });
    await pass(0);
    expect(screen.getByText('实体卡')).toBeDefined();
    expect(screen.getByText('12 个月')).toBeDefined();
    expect(screen.getByText('合计').nextElementSibling?.textContent).toBe('¥1,440.00');
  });

  const may = { user, auth: { 'order.write': true } };
  const placed = { orderNo: 'DD20261120-00000001', status: 'pendingReview', totalAmount: fen(12_000) } as const;
  const confirm = (answers: Answers) => config(answers, { search: '?step=confirm', state: may });
  const submit = async () => {
    fireEvent.submit(screen.getByRole('form', { name: '提交订单' }));
    await pass(0);
  };
  beforeEach(() => {
    sessionStorage.setItem('draft:agreements-read', JSON.stringify({ marks: ['purchase@1'] }));
  });

  it('R10.2 sends the configuration, its price and the accepted agreements, and ends with the order’s number', async () => {
    const page = confirm({
      'portal.purchase': () => placed,
      'order.detail': () => {
        throw refusal('order.detail', 'RHSY404');
      },
    });
    await pass(0);
    fireEvent.click(screen.getByRole('checkbox', { name: /产品采购协议/ }));
    fireEvent.change(screen.getByLabelText(/联系手机号/), { target: { value: '13800000001' } });
    const entries = history.length;
    await submit();
    const { idempotencyKey: _key, ...sent } = page.of('portal.purchase')[0]?.input ?? {};
    expect(sent).toEqual({
      pid: 'flex-benefits',
      skuId: 'standard',
      quantity: 10,
      termMonths: 1,
      options: { card: 'digital' },
      expectedAmount: fen(12_000),
      agreements: [{ id: 'purchase', version: '1' }],
      contact: { name: '王小明', mobile: '13800000001' },
    });
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: '订单已提交' }));
    expect(screen.getByText('DD20261120-00000001')).toBeDefined();
    expect(location.hash).toContain('step=done');
    // In place of the confirmation, which Back would open once more.
    expect(history.length).toBe(entries);
    await pass(0);
    dispatchEvent(new Event('pagehide'));
    expect(JSON.parse(localStorage.getItem('ronghui.behavior') ?? '')).toMatchObject([
      { beaconEventId: 'step.order', beaconPageId: '/portal/skuConfig/flex-benefits/purchase' },
    ]);
  });

  it('R10.6 nothing is sent before the agreement is ticked, and no box is ticked at first', async () => {
    const page = confirm({ 'portal.purchase': () => placed });
    await pass(0);
    expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false);
    await submit();
    expect(page.of('portal.purchase')).toEqual([]);
    expect(screen.getByText('请阅读并同意《产品采购协议》')).toBeDefined();
  });

  it('RHOR001 a changed price is fetched again, and sent with another key', async () => {
    let price = fen(1200);
    let tries = 0;
    const page = confirm({
      'order.quote': ({ quantity }) => ({ items: [], totalAmount: timesFen(price, quantity) }),
      'portal.purchase': () => {
        tries += 1;
        if (tries > 1) return placed;
        price = fen(1300);
        throw refusal('portal.purchase', 'RHOR001');
      },
      'order.detail': () => {
        throw refusal('order.detail', 'RHSY404');
      },
    });
    await pass(0);
    fireEvent.click(screen.getByRole('checkbox', { name: /产品采购协议/ }));
    await submit();
    expect(screen.getByText('合计').nextElementSibling?.textContent).toBe('¥130.00');
    await submit();
    const [first, second] = page.of('portal.purchase').map(({ input }) => input);
    expect([first?.['expectedAmount'], second?.['expectedAmount']]).toEqual([12_000, 13_000]);
    expect(second?.['idempotencyKey']).not.toBe(first?.['idempotencyKey']);
  });

  it('RHOR003 too many open orders lead to the list of orders', async () => {
    confirm({
      'portal.purchase': () => {
        throw refusal('portal.purchase', 'RHOR003');
      },
    });
    await pass(0);
    fireEvent.click(screen.getByRole('checkbox', { name: /产品采购协议/ }));
    await submit();
    expect(screen.getByRole('link', { name: '去我的订单' })).toBeDefined();
  });

  it('R6.2 a viewer is shown who may buy', async () => {
    config({}, { search: '?step=confirm', state: { user, auth: {} } });
    await pass(0);
    expect(screen.getByText(/您的角色只能查看/)).toBeDefined();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: '提交订单' }).disabled).toBe(true);
  });

  it('R10.2 a negotiated price links to the contact form', async () => {
    confirm({
      'order.quote': () => {
        throw refusal('order.quote', 'RHOR002');
      },
    });
    await pass(0);
    const link = screen.getByRole<HTMLAnchorElement>('link', { name: '联系我们报价' });
    expect(link.hash).toBe('#/portal/feedBack?topic=consult&pid=flex-benefits');
  });

  it('R10.2 an order is bought again with its configuration, which the customer can change', async () => {
    config({}, { search: '?sku=standard&quantity=20&term=12&options=card.physical' });
    await pass(0);
    expect(screen.getByText('合计').nextElementSibling?.textContent).toBe('¥2,880.00');
    select('1 个月');
    await pass(250);
    expect(location.hash).toBe('#/portal/skuConfig/flex-benefits/purchase?sku=standard');
    expect(screen.getByText('合计').nextElementSibling?.textContent).toBe('¥240.00');
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /实体卡/ }).checked).toBe(true);
  });
});

describe('a trial', () => {
  const trial = (answer: NonNullable<Answers['customerContact.trial']>) =>
    config(
      {
        'customerContact.trial': answer,
        'agreement.detail': () => ({
          id: 'trial',
          version: '1',
          title: '试用条款',
          html: '<p>第一条</p>',
          sha256: 'ab',
          effectiveAt: '2026-11-01T00:00:00.000Z',
        }),
      },
      { type: 'trial', search: '?step=confirm' },
    );
  const fill = () => {
    fireEvent.change(screen.getByLabelText(/联系人/, { selector: 'input' }), { target: { value: '王' } });
    fireEvent.change(screen.getByLabelText(/手机号/), { target: { value: '13800000001' } });
    fireEvent.change(screen.getByLabelText(/公司名称/), { target: { value: '示例商贸' } });
    fireEvent.change(screen.getByLabelText(/图形验证码/), { target: { value: 'abcd' } });
    fireEvent.click(screen.getByRole('checkbox'));
  };
  const submit = async () => {
    fireEvent.submit(screen.getByRole('form', { name: '申请试用' }));
    await pass(0);
  };
  beforeEach(() => {
    sessionStorage.setItem('draft:agreements-read', JSON.stringify({ marks: ['trial@1'] }));
  });

  it('R4.13 needs no login and ends with a ticket number and what happens next', async () => {
    const page = trial(() => ({ ticketNo: 'SY20261120-0001' }));
    await pass(0);
    fill();
    await submit();
    const { imageTicket: _ticket, idempotencyKey: _key, ...sent } = page.of('customerContact.trial')[0]?.input ?? {};
    expect(sent).toEqual({
      pid: 'flex-benefits',
      skuId: 'standard',
      options: { card: 'digital' },
      name: '王',
      mobile: '13800000001',
      company: '示例商贸',
      agreements: [{ id: 'trial', version: '1' }],
    });
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: '试用申请已提交' }));
    expect(screen.getByText('SY20261120-0001')).toBeDefined();
  });

  it('R4.12 a request without an answer is sent again with the same key; a changed one gets another', async () => {
    let tries = 0;
    const page = trial(() => {
      tries += 1;
      if (tries < 3) throw unreachable('customerContact.trial');
      return { ticketNo: 'SY20261120-0001' };
    });
    await pass(0);
    fill();
    await submit();
    await submit();
    fireEvent.change(screen.getByLabelText(/公司名称/), { target: { value: '示例商贸二' } });
    await submit();
    const [first, second, third] = page.of('customerContact.trial').map(({ input }) => input['idempotencyKey']);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
    expect(page.of('user.verifyImageCode')).toHaveLength(1);
  });

  it('ux a text must have been read to its end before its box can be ticked', async () => {
    sessionStorage.clear();
    trial(() => ({ ticketNo: 'x' }));
    await pass(0);
    fireEvent.click(screen.getByRole('checkbox'));
    expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false);
    await submit();
    expect(screen.getByText('请阅读并同意《试用条款》')).toBeDefined();
  });

  it('R10.6 a changed agreement is fetched and asked for again; nothing typed is lost', async () => {
    const page = trial(() => {
      throw refusal('customerContact.trial', 'RHAG001');
    });
    await pass(0);
    fill();
    await submit();
    expect(page.of('portal.productQueryDetail')).toHaveLength(2);
    expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false);
    expect(screen.getByLabelText<HTMLInputElement>(/公司名称/).value).toBe('示例商贸');
  });

  it('R1.1 the typed text is kept over a reload', async () => {
    const page = trial(() => ({ ticketNo: 'x' }));
    await pass(0);
    fill();
    page.unmount();
    clearQueries();
    trial(() => ({ ticketNo: 'x' }));
    await pass(0);
    expect(screen.getByLabelText<HTMLInputElement>(/公司名称/).value).toBe('示例商贸');
  });
});
