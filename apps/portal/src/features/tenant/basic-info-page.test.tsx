import { CallError } from '@ronghui/client';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { stepUpStore } from '#features/safety/step-up.ts';
import { type Answers, act, refusal, screen, showPage, toasts, user, within } from '#kernel/testing/page.fixture.tsx';
import { BasicInfoPage } from './basic-info-page.tsx';
import type { Member } from './tenant-queries.ts';
import type { TenantRecord } from './tenant-record-queries.ts';

const record: TenantRecord = {
  tenantId: 't1',
  name: '示例商贸有限公司',
  uscc: null,
  industry: 'F',
  provinceCode: '440000',
  cityCode: '440300',
  address: '科技路 1 号',
  contactName: '王芳',
  contactEmail: null,
  logoFileId: null,
  secondApprover: false,
  certificationStatus: 'none',
  version: 3,
};

const divisions: Answers = {
  'region.provinces': () => ({
    items: [
      { code: '310000', name: '上海市' },
      { code: '440000', name: '广东省' },
    ],
  }),
  'region.cities': ({ provinceCode }) => ({
    items:
      provinceCode === '440000'
        ? [
            { code: '440100', name: '广州市' },
            { code: '440300', name: '深圳市' },
          ]
        : [{ code: '310115', name: '浦东新区' }],
  }),
};

const stale = () =>
  new CallError({
    kind: 'reply',
    operationId: 'tenant.update',
    errCode: 'RHSY409',
    errMsg: '数据已发生变化',
    status: 409,
  });

const open = (answers: Answers = {}, auth: Readonly<Record<string, boolean>> = { 'tenant.write': true }) =>
  showPage(<BasicInfoPage />, {
    at: '/merchant/accountCenter/basicInfo',
    answers: { 'tenant.get': () => record, ...divisions, ...answers },
    state: { user, auth },
  });

const self: Member = {
  memberId: 'u1',
  name: '王芳',
  mobileMasked: '138****0001',
  role: 'owner',
  isSelf: true,
  joinedAt: '2026-01-05T02:00:00.000Z',
};
const other: Member = { ...self, memberId: 'u2', name: '李雷', role: 'finance', isSelf: false };

/** Members in pages of two. */
const pagesOf =
  (members: readonly Member[]): NonNullable<Answers['member.page']> =>
  ({ cursor = '0' }) => {
    const from = Number(cursor);
    const nextCursor = from + 2 < members.length ? String(from + 2) : null;
    const part = { total: members.length, totalIsExact: true, page: 1, pageSize: 2, nextCursor };
    return { items: members.slice(from, from + 2), ...part };
  };

const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: '保存' });

describe('R10.7 basic information', () => {
  it('R10.7 sends only the changed fields, with the version that was read', async () => {
    let stored = record;
    const page = open({
      'tenant.get': () => stored,
      'tenant.update': ({ version, ...changes }) => {
        stored = { ...stored, ...changes, version: version + 1 };
        return stored;
      },
    });
    expect((await field('联系人')).value).toBe('王芳');
    expect(save().disabled).toBe(true);
    await page.keyboard.clear(await field('联系人'));
    await page.keyboard.type(await field('联系人'), ' 李雷 ');
    await page.keyboard.click(screen.getByRole('checkbox'));
    await page.keyboard.click(save());
    expect(page.of('tenant.update')[0]?.input).toEqual({ contactName: '李雷', secondApprover: true, version: 3 });
    expect(toasts()).toEqual(['已保存']);
    expect((await field('联系人')).value).toBe('李雷');
    expect(save().disabled).toBe(true);
    expect(sessionStorage.length).toBe(0);
  });

  it('R10.3 a second approver is switched off with a proof, and the page says that it holds from the next day on', async () => {
    const until = '2026-11-29T16:00:00.000Z';
    let stored: TenantRecord = { ...record, secondApprover: true };
    const page = open({
      'tenant.get': () => stored,
      'tenant.update': ({ version, stepTicket }) => {
        if (stepTicket !== 'proved') throw refusal('tenant.update', 'RHAC003');
        stored = { ...stored, secondApproverUntil: until, version: version + 1 };
        return stored;
      },
    });
    await page.keyboard.click(await screen.findByRole('checkbox'));
    expect(screen.getByText(/关闭须验证身份，次日生效；所有复核人会收到通知/)).toBeDefined();
    await page.keyboard.click(save());
    await expect.poll(() => stepUpStore.get()?.step).toBe('关闭账单复核');
    await act(async () => stepUpStore.get()?.settle('proved'));
    expect(await screen.findByText(/已设为关闭，2026-11-29 24:00 后生效，之前仍须复核/)).toBeDefined();
    expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false);
    expect(page.of('tenant.update')).toHaveLength(1);
  });

  it('R5.4 another province clears the city, which must be selected again', async () => {
    const page = open();
    await page.keyboard.selectOptions(await field('省份'), '310000');
    expect((await field('城市')).value).toBe('');
    await page.keyboard.click(save());
    expect(screen.getByText('请选择城市')).toBeDefined();
    expect(page.of('tenant.update')).toEqual([]);
    await screen.findByRole('option', { name: '浦东新区' });
  });

  it('R10.7 the second of two editors sees both values of each conflict, decides, and loses nothing', async () => {
    let stored = record;
    const page = open({
      'tenant.get': () => stored,
      'tenant.update': ({ version, ...changes }) => {
        if (version !== stored.version) throw stale();
        stored = { ...stored, ...changes, version: version + 1 };
        return stored;
      },
    });
    await page.keyboard.clear(await field('联系人'));
    await page.keyboard.type(await field('联系人'), '李雷');
    await page.keyboard.clear(await field('详细地址'));
    await page.keyboard.type(await field('详细地址'), '海港路 2 号');
    stored = { ...record, contactName: '韩梅', industry: 'J', version: 4 };
    await page.keyboard.click(save());
    const group = within(await screen.findByRole('group', { name: '联系人' }));
    expect(group.getByRole('button', { name: '用对方的：韩梅' })).toBeDefined();
    expect(screen.queryByRole('group', { name: '详细地址' })).toBeNull();
    expect((await field('所属行业')).value).toBe('J');
    expect(save().disabled).toBe(true);
    await page.keyboard.click(group.getByRole('button', { name: '用我的：李雷' }));
    await page.keyboard.click(save());
    expect(page.of('tenant.update').at(-1)?.input).toEqual({
      contactName: '李雷',
      address: '海港路 2 号',
      version: 4,
    });
    expect(stored).toMatchObject({ contactName: '李雷', address: '海港路 2 号', industry: 'J' });
  });

  it('R10.7 the typed text is kept over a reload; where the record changed meanwhile, both values are shown', async () => {
    const first = open();
    await first.keyboard.clear(await field('联系人'));
    await first.keyboard.type(await field('联系人'), '李雷');
    first.unmount();
    const second = open();
    expect((await field('联系人')).value).toBe('李雷');
    second.unmount();
    const { clearQueries } = await import('@ronghui/web/queries/query-client');
    clearQueries();
    open({ 'tenant.get': () => ({ ...record, contactName: '韩梅', version: 5 }) });
    expect(await screen.findByRole('group', { name: '联系人' })).toBeDefined();
  });

  it('R5.5 a refusal is shown at its field, and the typed text stays', async () => {
    const page = open({
      'tenant.update': () => {
        throw refusal('tenant.update', 'RHSY422', { fields: [{ path: 'contactEmail', message: '邮箱格式不正确' }] });
      },
    });
    await page.keyboard.type(await field('联系邮箱'), 'a@b.cn');
    await page.keyboard.click(save());
    expect(await screen.findByText('邮箱格式不正确')).toBeDefined();
    expect((await field('联系邮箱')).value).toBe('a@b.cn');
  });

  it('R6.1 members who may not change the record can read it', async () => {
    open({}, {});
    expect(await screen.findByText('批发和零售业')).toBeDefined();
    expect(await screen.findByText('广东省深圳市科技路 1 号')).toBeDefined();
    expect(screen.queryByRole('button', { name: '保存' })).toBeNull();
  });

  it.each([
    ['nobody else', [self], true],
    ['viewers alone', [{ ...other, role: 'viewer' }, self], true],
    ['somebody in finance, on a later page', [{ ...other, role: 'viewer' }, self, other], false],
  ] as const)(
    'R10.3 the second approver is asked for with a warning while %s may approve',
    async (_, members, isWarned) => {
      const auth = { 'tenant.write': true, 'member.manage': true };
      const page = open({ 'member.page': pagesOf(members) }, auth);
      await field('联系人');
      // Nobody is looked for before the switch is on.
      expect(page.of('member.page')).toEqual([]);
      await page.keyboard.click(screen.getByRole('checkbox'));
      await expect.poll(() => page.of('member.page')).toHaveLength(Math.ceil(members.length / 2));
      if (!isWarned) {
        expect(screen.queryByRole('alert')).toBeNull();
        return;
      }
      const warning = within(await screen.findByRole('alert'));
      expect(warning.getByText(/没有其他成员可以复核.*待复核.*不能付款.*视同通过/)).toBeDefined();
      expect(warning.getByRole('link', { name: '成员管理' }).getAttribute('href')).toBe(
        '#/merchant/accountCenter/members',
      );
      // It is a warning: the switch can be saved.
      expect(save().disabled).toBe(false);
      await page.keyboard.click(screen.getByRole('checkbox'));
      expect(screen.queryByRole('alert')).toBeNull();
    },
  );

  it('R2.9 without an answer about the members there is no warning, and the record can be saved', async () => {
    const page = open(
      {
        'member.page': () => {
          throw refusal('member.page', 'RHSY403');
        },
      },
      { 'tenant.write': true, 'member.manage': true },
    );
    await field('联系人');
    await page.keyboard.click(screen.getByRole('checkbox'));
    await expect.poll(() => page.of('member.page')).toHaveLength(1);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(save().disabled).toBe(false);
  });

  it('R2.9 offers a retry when it failed', async () => {
    open({
      'tenant.get': () => {
        throw refusal('tenant.get', 'RHSY404');
      },
    });
    expect(await screen.findByRole('button', { name: '重试' })).toBeDefined();
  });
});

const png = (name: string) => new File(['x'], name, { type: 'image/png' });
const pictures: Answers = {
  'file.upload': () => ({ fileId: 'f9', name: '标志.png', size: 1, mime: 'image/png' }),
  'file.download': () => ({ blob: new Blob(['x'], { type: 'image/png' }), fileName: '标志.png' }),
};

describe('R10.7 the logo', () => {
  it('R10.7 is uploaded when it is selected, shown, and stored with the record', async () => {
    let stored = record;
    const page = open({
      ...pictures,
      'tenant.get': () => stored,
      'tenant.update': ({ version, ...changes }) => {
        stored = { ...stored, ...changes, version: version + 1 };
        return stored;
      },
    });
    await page.keyboard.upload(await field('企业标志'), png('标志.png'));
    const picture = await screen.findByRole<HTMLImageElement>('img', { name: '企业标志' });
    expect(picture.src).toMatch(/^blob:/);
    await page.keyboard.click(save());
    expect(page.of('tenant.update')[0]?.input).toEqual({ logoFileId: 'f9', version: 3 });
    await page.keyboard.click(await screen.findByRole('button', { name: '移除企业标志' }));
    expect(screen.queryByRole('img')).toBeNull();
    await page.keyboard.click(save());
    expect(page.of('tenant.update')[1]?.input).toEqual({ logoFileId: null, version: 4 });
  });

  it('R5.7 its upload can be cancelled, and another picture selected', async () => {
    const page = open({ ...pictures, 'file.upload': () => new Promise(() => {}) });
    await page.keyboard.upload(await field('企业标志'), png('标志.png'));
    expect(screen.getByRole('progressbar', { name: '正在上传企业标志' })).toBeDefined();
    expect((await field('企业标志')).disabled).toBe(true);
    await page.keyboard.click(screen.getByRole('button', { name: '取消上传企业标志' }));
    await vi.waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
    expect((await field('企业标志')).disabled).toBe(false);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(save().disabled).toBe(true);
  });

  it('R5.1 a file that is no picture is not sent; the server’s refusal is shown at the field', async () => {
    const page = open({
      'file.upload': () => {
        throw refusal('file.upload', 'RHSY422', { fields: [{ path: 'file', message: '图片已损坏或尺寸过大' }] });
      },
    });
    await userEvent.setup({ applyAccept: false }).upload(await field('企业标志'), png('标志.svg'));
    expect(await screen.findByText('请选择 PNG、JPEG 格式的文件')).toBeDefined();
    expect(page.of('file.upload')).toEqual([]);
    await page.keyboard.upload(await field('企业标志'), png('标志.png'));
    expect(await screen.findByText('图片已损坏或尺寸过大')).toBeDefined();
    expect(save().disabled).toBe(true);
  });

  it('R10.7 a logo that is refused on saving is marked', async () => {
    const message = '企业标志的宽和高不能超过 2048 像素';
    const page = open({
      ...pictures,
      'tenant.update': () => {
        throw refusal('tenant.update', 'RHSY422', { fields: [{ path: 'logoFileId', message }] });
      },
    });
    await page.keyboard.upload(await field('企业标志'), png('标志.png'));
    await page.keyboard.click(save());
    expect(await screen.findByText(message)).toBeDefined();
  });

  it('R6.1 a viewer sees it', async () => {
    open({ ...pictures, 'tenant.get': () => ({ ...record, logoFileId: 'f1' }) }, {});
    expect(await screen.findByRole('img', { name: '企业标志' })).toBeDefined();
    expect(screen.queryByRole('button', { name: '保存' })).toBeNull();
  });
});
