import { loadChunk } from '@ronghui/web/navigation/chunks';
import { chooseSingleKeys } from '@ronghui/web/state/single-keys';
import { beforeAll, describe, expect, it } from 'vitest';
import { startUpStore } from '#kernel/start-up.ts';
import { type Answers, act, refusal, screen, showPage, user, within } from '#kernel/testing/page.fixture.tsx';
import { routeTable } from '../../routes.ts';
import { App } from '../app.tsx';
import type { RouteTable } from '../route-table.ts';
import { loadKeysHelp, loadPalette } from './header-actions.tsx';
import { paletteStore } from './shortcuts.ts';

/** Only the first page is a real one: where one goes is read from the address. */
const elsewhere = { load: async () => ({ BlankPage: () => <h1>另一页</h1> }) };
const table: RouteTable = {
  ...routeTable,
  routes: Object.fromEntries(
    Object.entries(routeTable.routes).map(([name, route]) => [
      name,
      name === 'home' ? route : { ...route, ...elsewhere },
    ]),
  ) as RouteTable['routes'],
};

beforeAll(async () => {
  await Promise.all([
    loadChunk(routeTable.loginPage),
    loadChunk(routeTable.routes.home.load),
    loadChunk(loadPalette),
    loadChunk(loadKeysHelp),
    loadChunk(elsewhere.load),
  ]);
}, 60_000);

const shell = (held: object, answers: Answers = {}) =>
  showPage(<App table={table} />, { at: '/', answers, state: { auth: held as never } });
/** A list whose rows have the fields that the palette reads. */
const pageOf = (items: readonly object[]) =>
  ({ items, total: items.length, totalIsExact: true, page: 1, pageSize: 10, nextCursor: null }) as never;

describe('ux Console the palette finds records', () => {
  const order = { orderNo: 'DD202611230001', tenantName: '云栖商贸有限公司' };
  const find = async (typed: string, held: object, answers: Answers) => {
    const shown = shell({ 'ops.staff.read': true, ...held }, answers);
    await screen.findByRole('heading', { name: /您好/ });
    await shown.keyboard.keyboard('{Control>}k{/Control}');
    await shown.keyboard.type(await screen.findByRole('combobox', { name: '前往' }), typed);
    return shown;
  };

  it('ux Console an order by the beginning of its number, whose page Enter opens', async () => {
    const shown = await find('dd20261123', { 'ops.order.read': true }, { 'ops.order.page': () => pageOf([order]) });
    const option = await screen.findByRole('option', { selected: true });
    await expect.poll(() => option.textContent).toBe('DD202611230001订单 · 云栖商贸有限公司');
    // Letters are not asked for one by one.
    expect(shown.of('ops.order.page').map(({ input }) => input['keyword'])).toEqual(['DD20261123']);
    await shown.keyboard.keyboard('{Enter}');
    await expect.poll(() => location.hash).toBe('#/orders?open=DD202611230001');
  });

  it.each([
    [
      'ZD20261123',
      'ops.billing.read',
      'ops.bill.page',
      { billNo: 'ZD202611230001', tenantName: '甲' },
      '#/bills?open=ZD202611230001',
    ],
    [
      'FP20261123',
      'ops.billing.read',
      'ops.invoice.page',
      { invoiceNo: 'FP202611230001', tenantName: '甲' },
      '#/invoices?open=FP202611230001',
    ],
    [
      'FK20261123',
      'ops.feedback.read',
      'ops.feedback.page',
      { feedbackNo: 'FK202611230001', tenantName: '甲' },
      '#/feedback/FK202611230001',
    ],
    [
      'RZ20261123',
      'ops.customer.read',
      'ops.certification.page',
      { submissionNo: 'RZ202611230001', companyName: '甲' },
      '#/certifications/RZ202611230001',
    ],
    ['SY20261123', 'ops.customer.read', 'ops.lead.page', { ticketNo: 'SY202611230001' }, '#/leads?open=SY202611230001'],
    ['LX20261123', 'ops.customer.read', 'ops.lead.page', { ticketNo: 'LX202611230001' }, '#/leads?open=LX202611230001'],
    [
      'DD20261126-99417718',
      'ops.order.read',
      'ops.order.page',
      { orderNo: 'DD20261126-99417718', tenantName: '甲' },
      '#/orders?open=DD20261126-99417718',
    ],
    ['云栖', 'ops.customer.read', 'ops.tenant.page', { tenantId: 't1', name: '云栖商贸有限公司' }, '#/tenants/t1'],
  ])('ux Console %s by the key %s from %s', async (...given) => {
    const [typed, key, operation, item, address] = given;
    const shown = await find(typed, { [key]: true }, { [operation]: () => pageOf([item]) });
    // Not a page that an earlier letter has found.
    await screen.findByRole('option', { name: (name) => Object.values(item).some((text) => name.includes(text)) });
    await shown.keyboard.keyboard('{Enter}');
    await expect.poll(() => location.hash).toBe(address);
  });

  it('ux Console Enter opens nothing that was found by an earlier text', async () => {
    const shown = await find('dd20261123', { 'ops.order.read': true }, { 'ops.order.page': () => pageOf([order]) });
    await screen.findByRole('option', { name: /^DD202611230001/ });
    await shown.keyboard.keyboard('9{Enter}');
    expect(location.hash).not.toContain('open=');
    expect(screen.getByRole('dialog', { name: '前往' })).toBeDefined();
  });

  it('R11.6 finds the page of bills to settle, which is no entry of the sider', async () => {
    await find('待结清', { 'ops.billing.read': true }, {});
    await screen.findByRole('option', { name: /待结清账单/ });
    expect(screen.queryByRole('link', { name: '待结清账单', hidden: true })).toBeNull();
    expect(screen.queryByRole('link', { name: '结算', hidden: true })).toBeNull();
  });

  it('ux Console a search that failed says so, and not that there is nothing', async () => {
    const answers: Answers = {
      'ops.order.page': () => {
        throw refusal('ops.order.page', 'RHSY429', { retryAfter: 1 });
      },
    };
    await find('dd20261123', { 'ops.order.read': true }, answers);
    expect(await screen.findByText('查找失败，请稍后重试')).toBeDefined();
  });

  it('ux Console a search that failed says so below the pages that were found, too', async () => {
    const answers: Answers = {
      'ops.tenant.page': () => {
        throw refusal('ops.tenant.page', 'RHSY429', { retryAfter: 1 });
      },
    };
    await find('商户', { 'ops.customer.read': true }, answers);
    expect(await screen.findByText('查找失败，请稍后重试')).toBeDefined();
    expect(screen.getAllByRole('option').length).toBeGreaterThan(0);
  });

  it('ux Console pressed at the login it does not wait for its end', async () => {
    paletteStore.set(false);
    const { keyboard } = showPage(<App table={table} />, { at: '/', state: { user: null, auth: {} } });
    await screen.findByRole('heading', { name: /登录/ });
    await keyboard.keyboard('{Control>}k{/Control}');
    await act(async () => startUpStore.set({ ...startUpStore.get(), user, auth: {} }));
    await screen.findByRole('heading', { name: /您好/ });
    expect(screen.queryByRole('dialog', { name: '前往' })).toBeNull();
  });

  it('R6.2 nothing is asked for without the key of its page', async () => {
    const shown = await find('DD20261123', {}, {});
    await screen.findByText('没有找到');
    expect(shown.calls.filter(({ id }) => id.endsWith('.page'))).toEqual([]);
    await shown.keyboard.click(screen.getByRole('button', { name: '关闭' }));
  });

  it('ux Console ? says what the keys do, and switches those without Ctrl off', async () => {
    const shown = shell({ 'ops.staff.read': true });
    await screen.findByRole('heading', { name: /您好/ });
    await shown.keyboard.keyboard('?');
    const help = within(await screen.findByRole('dialog', { name: '键盘操作' }));
    // Pages are turned only where the list is beneath the record.
    expect(help.getByText(/换成列表里的下一份/).textContent).not.toMatch(/差异反馈|企业认证/);
    expect(help.getByText(/差异反馈在列表的这一页里换/)).toBeDefined();
    await shown.keyboard.click(help.getByRole('checkbox', { name: '启用单键快捷键' }));
    await shown.keyboard.click(help.getByRole('button', { name: '关闭' }));
    await shown.keyboard.keyboard('?');
    expect(screen.queryByRole('dialog', { name: '键盘操作' })).toBeNull();
    chooseSingleKeys(true);
  });
});
