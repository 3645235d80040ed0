import type { CallInput } from '@ronghui/client';
import { unreachable } from '@ronghui/web/testing/stub-server.fixture';
import { describe, expect, it } from 'vitest';
import { stepUpStore } from '#features/staff/staff.shared.ts';
import { type Answers, refusal, screen, showPage, toasts, within } from '#kernel/testing/page.fixture.tsx';
import type { BodyOf, RecordDetail } from './content-queries.ts';
import { CategoriesPage } from './item/categories-page.tsx';
import { moved } from './item/item-list.tsx';
import { SlidesPage } from './item/slides-page.tsx';
import { momentOf } from './record/publish-dialog.tsx';
import { SitePage } from './site/site-page.tsx';

const reads = { 'ops.content.read': true } as never;
const writes = { 'ops.content.read': true, 'ops.content.write': true } as never;
const pays = { 'ops.content.read': true, 'ops.content.write': true, 'ops.billing.write': true } as never;
const picture = `/media/${'a'.repeat(32)}.png`;

const site: BodyOf<'site'> = {
  record: 'site',
  brand: { name: '融惠', logo: picture, favicon: '', primary: '#23408e' },
  contacts: { phone: '400', email: 'a@b.cn', address: '杭州', hours: '9:00' },
  icp: '',
  policeRecord: '',
  licences: ['一'],
  docCenter: 'on',
  payee: { name: '', bank: '', accountNo: '' },
};
const category = (id: string, name: string) => ({ id, name, summary: '' });
const categories: BodyOf<'categories'> = {
  record: 'categories',
  items: [category('a', '支付'), category('b', '福利'), category('c', '融资')],
};
const slides: BodyOf<'slides'> = { record: 'slides', items: [] };

const detailOf = (published: RecordDetail['published'], more: Partial<RecordDetail> = {}): RecordDetail => ({
  record: published?.record ?? 'site',
  version: 3,
  published,
  draft: null,
  publishAt: null,
  failure: '',
  ...more,
});

/** A server with one record, which is saved and published. */
const serving = (first: RecordDetail) => {
  const state = { detail: first, others: [] as string[] };
  const next = (more: Partial<RecordDetail>): number => {
    state.detail = { ...state.detail, ...more, version: state.detail.version + 1 };
    return state.detail.version;
  };
  const answers: Answers = {
    'ops.content.detail': () => state.detail,
    'ops.content.watch': () => ({ version: state.detail.version, others: state.others }),
    'ops.content.save': ({ body, version }: CallInput<'ops.content.save'>) => {
      if (version !== state.detail.version) throw refusal('ops.content.save', 'RHSY409');
      const draft = { body, removes: false, by: '陈静', at: '2026-11-23T08:00:00.000Z', faults: [] };
      return { version: next({ draft }), faults: [] };
    },
    'ops.content.publish': ({ at }: CallInput<'ops.content.publish'>) => {
      const published = state.detail.draft?.body ?? null;
      const done = at === undefined ? { published, draft: null } : { publishAt: at };
      return { version: next(done), publishAt: at ?? null };
    },
    'ops.content.discard': () => ({ version: next({ draft: null, publishAt: null }) }),
    'ops.content.unschedule': () => ({ version: next({ publishAt: null }) }),
  };
  return { state, answers, next };
};

describe('R11.3 the settings of the site', () => {
  it('R11.3 are shown while one types, saved as a draft and published with their difference', async () => {
    const { answers } = serving(detailOf(site));
    const shown = showPage(<SitePage />, { at: '/content/site', answers, state: { auth: writes } });
    const name = await screen.findByLabelText(/^品牌名称/);
    await shown.keyboard.clear(name);
    await shown.keyboard.type(name, '云栖惠通');
    expect(within(screen.getByRole('region', { name: '预览' })).getAllByText('云栖惠通')).toHaveLength(2);
    expect(screen.getByText('有改动尚未保存')).toBeDefined();
    await shown.keyboard.click(screen.getByRole('button', { name: '发布' }));
    const dialog = within(await screen.findByRole('dialog', { name: '发布' }));
    expect(dialog.getByText('品牌名称')).toBeDefined();
    await shown.keyboard.click(dialog.getByRole('button', { name: '立即发布' }));
    await expect.poll(() => shown.of('ops.content.publish')).toHaveLength(1);
    expect(shown.of('ops.content.save')[0]?.input).toMatchObject({ version: 3, body: { brand: { name: '云栖惠通' } } });
    expect(shown.of('ops.content.publish')[0]?.input).toMatchObject({ record: 'site', version: 4 });
    expect(await screen.findByText('已发布')).toBeDefined();
    expect(toasts()).toContain('已发布，门户随即更新');
  });

  it('R11.3 a draft is given up only after what is lost with it was shown', async () => {
    const body = { ...site, icp: '草稿里的备案号' };
    const draft = { body, removes: false, by: '李娜', at: '2026-11-23T08:00:00.000Z', faults: [] };
    const { answers } = serving(detailOf(site, { draft }));
    const shown = showPage(<SitePage />, { at: '/content/site', answers, state: { auth: writes } });
    await shown.keyboard.click(await screen.findByRole('button', { name: '放弃草稿' }));
    const dialog = within(await screen.findByRole('dialog', { name: '放弃草稿' }));
    expect(dialog.getByText('草稿里的备案号')).toBeDefined();
    expect(shown.of('ops.content.discard')).toEqual([]);
    await shown.keyboard.click(dialog.getByRole('button', { name: '确认放弃' }));
    await expect.poll(() => shown.of('ops.content.discard')).toHaveLength(1);
    expect(await screen.findByText('已发布')).toBeDefined();
  });

  it('R6.2 whom may only read has no buttons to write with', async () => {
    const { answers } = serving(detailOf(site));
    showPage(<SitePage />, { at: '/content/site', answers, state: { auth: reads } });
    expect(await screen.findByLabelText(/^品牌名称/)).toBeDefined();
    expect(screen.queryByRole('button', { name: '发布' })).toBeNull();
    expect(screen.getByRole('button', { name: '历史版本' })).toBeDefined();
  });

  it('R1.6 a colour that is none is marked at its field', async () => {
    const { answers } = serving(detailOf(site));
    const shown = showPage(<SitePage />, { at: '/content/site', answers, state: { auth: writes } });
    const colour = await screen.findByLabelText(/^品牌色/);
    await shown.keyboard.clear(colour);
    await shown.keyboard.type(colour, '#12345');
    expect(await screen.findByText(/应为 #RRGGBB/)).toBeDefined();
  });

  it('R2.9 a failure offers a retry', async () => {
    const answers: Answers = {
      'ops.content.detail': () => {
        throw refusal('ops.content.detail', 'RHSY429', { retryAfter: 1 });
      },
    };
    showPage(<SitePage />, { at: '/content/site', answers, state: { auth: reads } });
    expect(await screen.findByRole('button', { name: /重试/ })).toBeDefined();
  });

  it('R11.3 what a colleague saved is shown beside what is typed, and replaced only when one says so', async () => {
    const { answers, next } = serving(detailOf(site));
    const shown = showPage(<SitePage />, { at: '/content/site', answers, state: { auth: writes } });
    const name = await screen.findByLabelText(/^品牌名称/);
    await shown.keyboard.clear(name);
    await shown.keyboard.type(name, '我的名字');
    const body = { ...site, brand: { ...site.brand, name: '同事的名字' } };
    next({ draft: { body, removes: false, by: '李娜', at: '2026-11-23T08:00:00.000Z', faults: [] } });
    await shown.keyboard.click(screen.getByRole('button', { name: '保存草稿' }));
    const notice = within(await screen.findByRole('alert'));
    expect(notice.getByText(/^编辑期间，这项内容已由 李娜 于 \d{4}-\d\d-\d\d \d\d:\d\d 更新。$/)).toBeDefined();
    expect(notice.getByText('同事的名字').textContent).toBe('现为：同事的名字');
    expect(notice.getByText('我的名字').textContent).toBe('您填写：我的名字');
    await shown.keyboard.click(notice.getByRole('button', { name: '保留我填写的' }));
    await shown.keyboard.click(screen.getByRole('button', { name: '保存草稿' }));
    await expect.poll(() => shown.of('ops.content.save').at(-1)?.input).toMatchObject({ version: 4 });
    expect(shown.of('ops.content.save').at(-1)?.input).toMatchObject({ body: { brand: { name: '我的名字' } } });
  });

  it('R11.3 what keeps a draft from being published is listed, and marked at its field until that changes', async () => {
    const faults = [{ path: 'contacts.phone', message: '客服电话：不能为空' }];
    const body = { ...site, contacts: { ...site.contacts, phone: '' } };
    const draft = { body, removes: false, by: '陈静', at: '2026-11-23T08:00:00.000Z', faults };
    const { answers } = serving(detailOf(site, { draft }));
    const shown = showPage(<SitePage />, { at: '/content/site', answers, state: { auth: writes } });
    const phone = await screen.findByLabelText(/^客服电话/);
    expect(phone.getAttribute('aria-invalid')).toBe('true');
    await shown.keyboard.type(phone, '400');
    expect(screen.queryByText('客服电话：不能为空')).toBeNull();
  });

  it('R11.3 of what was never published no empty field is red before a publication, whose refusal leads to the first', async () => {
    const faults = [
      { path: 'contacts.phone', message: '客服电话：不能为空' },
      { path: 'contacts.email', message: '客服邮箱：不能为空' },
    ];
    const body = { ...site, contacts: { ...site.contacts, phone: '', email: '' } };
    const draft = { body, removes: false, by: '陈静', at: '2026-11-23T08:00:00.000Z', faults };
    const { answers } = serving(detailOf(null, { draft }));
    const shown = showPage(<SitePage />, { at: '/content/site', answers, state: { auth: writes } });
    const phone = await screen.findByLabelText(/^客服电话/);
    expect(phone.getAttribute('aria-invalid')).not.toBe('true');
    await shown.keyboard.click(screen.getByRole('button', { name: '发布' }));
    await shown.keyboard.click(screen.getByRole('button', { name: '立即发布' }));
    await expect.poll(() => document.activeElement).toBe(phone);
    expect(phone.getAttribute('aria-invalid')).toBe('true');
    expect(shown.of('ops.content.publish')).toEqual([]);
  });
});

/** Answers the question for a fresh proof, as the shell's dialog does. */
const prove = async (ticket: string | null): Promise<void> => {
  await expect.poll(() => stepUpStore.get()?.step).toBe('改动收款账户');
  stepUpStore.get()?.settle(ticket);
};

describe('R6.3 the account that merchants pay to', () => {
  const payee = { name: '融惠科技', bank: '示例银行', accountNo: '6222' };
  const draft = { body: { ...site, payee }, removes: false, by: '陈静', at: '2026-11-23T08:00:00.000Z', faults: [] };

  it('R6.3 is published, at once or at a moment, with a fresh proof; who gives none is back at the question', async () => {
    const { answers } = serving(detailOf(site, { draft }));
    const shown = showPage(<SitePage />, { at: '/content/site', answers, state: { auth: pays } });
    await shown.keyboard.click(await screen.findByRole('button', { name: '发布' }));
    const dialog = within(await screen.findByRole('dialog', { name: '发布' }));
    expect(dialog.getByText(/^收款账户有改动/)).toBeDefined();
    await shown.keyboard.click(dialog.getByRole('button', { name: '立即发布' }));
    await prove(null);
    expect(await screen.findByRole('dialog', { name: '发布' })).toBeDefined();
    expect(shown.of('ops.content.publish')).toEqual([]);
    await shown.keyboard.click(dialog.getByRole('button', { name: '立即发布' }));
    await prove('ticket');
    await expect.poll(() => shown.of('ops.content.publish')[0]?.input).toMatchObject({ stepTicket: 'ticket' });
  });

  it('R6.3 who may not move it reads so, is not asked for a proof, and has nothing to press', async () => {
    const { answers } = serving(detailOf(site, { draft }));
    const shown = showPage(<SitePage />, { at: '/content/site', answers, state: { auth: writes } });
    await shown.keyboard.click(await screen.findByRole('button', { name: '发布' }));
    const dialog = within(await screen.findByRole('dialog', { name: '发布' }));
    expect(dialog.getByText(/须由同时有账务权限的人员发布，您可以先保存草稿。$/)).toBeDefined();
    // The server would refuse it; the draft stays for who may.
    expect(dialog.getByRole('button', { name: '立即发布' })).toHaveProperty('disabled', true);
    await shown.keyboard.click(dialog.getByLabelText('定时'));
    expect(dialog.getByRole('button', { name: '设定发布时间' })).toHaveProperty('disabled', true);
    expect(stepUpStore.get()).toBeNull();
  });

  /** Asks for a version that moves it to be published anew. */
  const rollingBack = async (auth: typeof pays) => {
    const { answers, next } = serving(detailOf(site));
    const version = { number: 1, origin: 'import', removes: false, from: null, by: '', at: '2026-11-20T08:00:00.000Z' };
    const more: Answers = {
      'ops.content.versions': () => ({
        items: [{ ...version, origin: 'import' as const }],
        total: 1,
        totalIsExact: true,
        page: 1,
        pageSize: 20,
      }),
      'ops.content.version': () => ({ ...version, origin: 'import', after: { ...site, payee }, before: null }),
      'ops.content.rollBack': () => ({ version: next({ published: { ...site, payee } }) }),
    };
    const shown = showPage(<SitePage />, { at: '/content/site', answers: { ...answers, ...more }, state: { auth } });
    await shown.keyboard.click(await screen.findByRole('button', { name: '历史版本' }));
    await shown.keyboard.click(await screen.findByRole('button', { name: '查看' }));
    await shown.keyboard.click(await screen.findByRole('button', { name: '退回到这一版' }));
    return shown;
  };

  it('R6.3 who may not move it reads nothing of a draft where a version would be published anew', async () => {
    await rollingBack(writes);
    expect(screen.getByText(/须由同时有账务权限的人员发布。$/)).toBeDefined();
    expect(screen.getByRole('button', { name: '确认退回并发布' })).toHaveProperty('disabled', true);
  });

  it('R6.3 a version that moves it is published anew with a fresh proof', async () => {
    const shown = await rollingBack(pays);
    await shown.keyboard.click(screen.getByRole('button', { name: '确认退回并发布' }));
    await prove('ticket');
    await expect.poll(() => shown.of('ops.content.rollBack')[0]?.input).toMatchObject({ stepTicket: 'ticket' });
  });
});

describe('R11.3 a publication at a moment', () => {
  it.each([
    ['2026-12-01', '09:00', '2026-12-01T01:00:00.000Z'],
    ['2026-12-01', '9:00', undefined],
    ['2026-12-01', '24:00', undefined],
    ['', '09:00', undefined],
  ])('R11.3 %s %s in Shanghai is %s', (day, time, moment) => {
    expect(momentOf(day, time)).toBe(moment);
  });

  it('R11.3 is set with day and time, shown, and taken back', async () => {
    const draft = { body: site, removes: false, by: '陈静', at: '2026-11-23T08:00:00.000Z', faults: [] };
    const { answers } = serving(detailOf(site, { draft }));
    const shown = showPage(<SitePage />, { at: '/content/site', answers, state: { auth: pays } });
    await shown.keyboard.click(await screen.findByRole('button', { name: '发布' }));
    const dialog = within(await screen.findByRole('dialog', { name: '发布' }));
    await shown.keyboard.click(dialog.getByRole('radio', { name: '定时' }));
    await shown.keyboard.click(dialog.getByRole('button', { name: '设定发布时间' }));
    expect(dialog.getByText('请填写日期与时间，时间如 09:00')).toBeDefined();
    await shown.keyboard.type(dialog.getByLabelText(/^时间/), '23:59');
    await shown.keyboard.click(dialog.getByRole('button', { name: '设定发布时间' }));
    await shown.keyboard.click(await screen.findByRole('button', { name: '取消定时' }));
    await expect.poll(() => shown.of('ops.content.unschedule')).toHaveLength(1);
    expect(shown.of('ops.content.publish')[0]?.input['at']).toMatch(/T15:59:00\.000Z$/);
  });
});

describe('R11.3 a draft that waits for its moment', () => {
  it('R11.3 says to those who change it that the moment is taken back, before it is saved and after', async () => {
    const draft = { body: site, removes: false, by: '李娜', at: '2026-11-23T08:00:00.000Z', faults: [] };
    const { answers } = serving(detailOf(site, { draft, publishAt: '2026-11-24T01:00:00.000Z' }));
    const shown = showPage(<SitePage />, { at: '/content/site', answers, state: { auth: pays } });
    await shown.keyboard.type(await screen.findByLabelText(/^品牌名称/), '二');
    expect(screen.getByText('有改动尚未保存，保存后须重新设定发布时间')).toBeDefined();
    await shown.keyboard.click(screen.getByRole('button', { name: '保存草稿' }));
    await expect.poll(toasts).toContain('原定的发布时间已取消，请重新设定');
  });

  it('R11.3 says so too where what was typed was saved on the way to a publication that is refused', async () => {
    const draft = { body: site, removes: false, by: '李娜', at: '2026-11-23T08:00:00.000Z', faults: [] };
    const { answers } = serving(detailOf(site, { draft, publishAt: '2026-11-24T01:00:00.000Z' }));
    const refusing: Answers = {
      ...answers,
      'ops.content.publish': () => {
        throw refusal('ops.content.publish', 'RHSY409');
      },
    };
    const shown = showPage(<SitePage />, { at: '/content/site', answers: refusing, state: { auth: pays } });
    await shown.keyboard.type(await screen.findByLabelText(/^品牌名称/), '二');
    await shown.keyboard.click(screen.getByRole('button', { name: '发布' }));
    const dialog = within(await screen.findByRole('dialog', { name: '发布' }));
    await shown.keyboard.click(dialog.getByRole('button', { name: '立即发布' }));
    await expect.poll(toasts).toContain('原定的发布时间已取消，请重新设定');
    expect(shown.of('ops.content.save')).toHaveLength(1);
  });
});

describe('R11.3 a publication that does not arrive, or whose answer does not', () => {
  const draft = { body: site, removes: false, by: '陈静', at: '2026-11-23T08:00:00.000Z', faults: [] };
  const show = async (more: (served: ReturnType<typeof serving>) => Answers) => {
    const served = serving(detailOf(site, { draft }));
    const shown = showPage(<SitePage />, {
      at: '/content/site',
      answers: { ...served.answers, ...more(served) },
      state: { auth: pays },
    });
    await shown.keyboard.click(await screen.findByRole('button', { name: '发布' }));
    return { ...shown, dialog: within(await screen.findByRole('dialog', { name: '发布' })) };
  };

  it('R11.3 a moment that the server refuses is chosen again in the dialog, where it stands', async () => {
    const message = '请选择一年之内、现在以后的时间';
    const shown = await show(() => ({
      'ops.content.publish': () => {
        throw refusal('ops.content.publish', 'RHSY422', { fields: [{ path: 'at', message }] });
      },
    }));
    await shown.keyboard.click(shown.dialog.getByRole('radio', { name: '定时' }));
    await shown.keyboard.type(shown.dialog.getByLabelText(/^时间/), '00:01');
    await shown.keyboard.click(shown.dialog.getByRole('button', { name: '设定发布时间' }));
    await expect.poll(toasts).toEqual([message]);
    expect(screen.getByRole('dialog', { name: '发布' })).toBeDefined();
    expect(shown.dialog.getByLabelText<HTMLInputElement>(/^时间/).value).toBe('00:01');
  });

  it('R11.3 one that was carried out is not sent again: the dialog says that nothing is left to publish', async () => {
    const shown = await show(({ next }) => ({
      'ops.content.publish': () => {
        next({ published: site, draft: null });
        throw unreachable('ops.content.publish');
      },
    }));
    await shown.keyboard.click(shown.dialog.getByRole('button', { name: '立即发布' }));
    expect(await shown.dialog.findByText('没有待发布的改动：刚才的已经发布。')).toBeDefined();
    expect(shown.dialog.getByRole('button', { name: '立即发布' })).toHaveProperty('disabled', true);
  });
});

describe('R11.3 a list of items', () => {
  it('R11.3 an item is moved to its place', () => {
    expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
    expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
    expect(moved(['a'], 3, 0)).toEqual(['a']);
  });

  it('R11.3 is ordered by keyboard alone, the focus goes with the item, and its new place is announced', async () => {
    const { answers } = serving(detailOf(categories));
    const shown = showPage(<CategoriesPage />, { at: '/content/categories', answers, state: { auth: pays } });
    (await screen.findByRole('button', { name: '下移 支付' })).focus();
    await shown.keyboard.keyboard('{Enter}');
    expect(screen.getByText(/^支付 现在是第 2.项，共 3.项$/)).toBeDefined();
    expect(document.activeElement?.getAttribute('aria-label')).toBe('下移 支付');
    await shown.keyboard.keyboard('{Enter}');
    // At the end there is only the way up.
    expect(document.activeElement?.getAttribute('aria-label')).toBe('上移 支付');
    await shown.keyboard.click(screen.getByRole('button', { name: '保存草稿' }));
    await expect.poll(() => shown.of('ops.content.save')).toHaveLength(1);
    const body = shown.of('ops.content.save')[0]?.input['body'] as typeof categories;
    expect(body.items.map(({ id }) => id)).toEqual(['b', 'c', 'a']);
  });

  it('R11.3 is added to with an id of its own, and taken from', async () => {
    const { answers } = serving(detailOf(categories));
    const shown = showPage(<CategoriesPage />, { at: '/content/categories', answers, state: { auth: pays } });
    await shown.keyboard.click(await screen.findByRole('button', { name: '添加类目' }));
    await shown.keyboard.click(screen.getByRole('button', { name: '移除 福利' }));
    await shown.keyboard.click(screen.getByRole('button', { name: '保存草稿' }));
    await expect.poll(() => shown.of('ops.content.save')).toHaveLength(1);
    const body = shown.of('ops.content.save')[0]?.input['body'] as typeof categories;
    expect(body.items.map(({ id }) => id)).toEqual(['a', 'c', expect.stringMatching(/^category-[0-9a-f]{8}$/)]);
  });

  it('R2.9 an empty list says what comes next', async () => {
    const { answers } = serving(detailOf(slides));
    showPage(<SlidesPage />, { at: '/content/slides', answers, state: { auth: pays } });
    expect(await screen.findByText('还没有轮播')).toBeDefined();
  });
});

describe('R11.3 the versions of a record', () => {
  it('R11.3 are read with what they changed, and one is published anew after it was shown what that changes', async () => {
    const { answers, next } = serving(detailOf(site));
    const former = { ...site, brand: { ...site.brand, name: '原来的名字' } };
    const version = {
      number: 1,
      origin: 'import' as const,
      removes: false,
      from: null,
      by: '内容文件',
      at: '2026-11-20T08:00:00.000Z',
    };
    const more: Answers = {
      'ops.content.versions': () => ({
        items: [{ ...version, number: 2, origin: 'console', removes: false, by: '陈静' }, version],
        total: 2,
        totalIsExact: true,
        page: 1,
        pageSize: 20,
      }),
      'ops.content.version': () => ({ ...version, after: former, before: null }),
      'ops.content.rollBack': () => ({ version: next({ published: former }) }),
    };
    const shown = showPage(<SitePage />, {
      at: '/content/site',
      answers: { ...answers, ...more },
      state: { auth: pays },
    });
    await shown.keyboard.click(await screen.findByRole('button', { name: '历史版本' }));
    const drawer = within(await screen.findByRole('dialog', { name: '站点设置的历史版本' }));
    expect(await drawer.findByText('现在发布的')).toBeDefined();
    const [, old] = drawer.getAllByRole('button', { name: '查看' });
    if (old === undefined) throw new Error('there are two versions');
    await shown.keyboard.click(old);
    await shown.keyboard.click(await screen.findByRole('button', { name: '退回到这一版' }));
    expect(screen.getByText('门户上会有这些变化')).toBeDefined();
    await shown.keyboard.click(screen.getByRole('button', { name: '确认退回并发布' }));
    await expect.poll(() => shown.of('ops.content.rollBack')).toHaveLength(1);
    expect(shown.of('ops.content.rollBack')[0]?.input).toMatchObject({ record: 'site', number: 1, version: 3 });
    expect(toasts()).toContain('已退回到第 1 版，门户随即更新');
  });
});
