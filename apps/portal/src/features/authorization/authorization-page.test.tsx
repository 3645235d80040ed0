import type { CallReply } from '@ronghui/client';
import { loadChunk } from '@ronghui/web/navigation/chunks';
import { clearQueries } from '@ronghui/web/queries/query-client';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type Answers,
  fireEvent,
  refusal,
  screen,
  showPage,
  toasts,
  user,
  within,
} from '#kernel/testing/page.fixture.tsx';
import { AuthorizationPage, loadAuthorizationDrawer } from './authorization-page.tsx';
import { loadConsentParts } from './consent-parts.ts';

// Chunks have their own tests; here they are loaded already.
beforeAll(async () => {
  await Promise.all([
    loadChunk(loadAuthorizationDrawer),
    loadChunk(loadConsentParts.revoke),
    loadChunk(loadConsentParts.regrant),
    loadChunk(loadConsentParts.words),
  ]);
}, 60_000);

type Detail = CallReply<'authorization.detail'>;
type Item = CallReply<'authorization.page'>['items'][number];

const item: Item = {
  recordId: 'r1',
  title: '向合作机构提供信息单独同意书',
  purpose: '向合作机构提供办理产品所需的信息',
  orgId: 'o1',
  orgName: '岚汀小额贷款',
  productName: '订单融资',
  orderNo: 'DD20261120-00000009',
  agreementId: 'data-sharing',
  version: '2026-11',
  sha256: 'ab'.repeat(32),
  grantedBy: '王小明',
  grantedAt: '2026-11-20T01:30:00.000Z',
  address: '127.0.0.1',
  validTo: '2027-11-20T01:30:00.000Z',
  status: 'active',
};
const detail: Detail = {
  ...item,
  scene: 'dataSharing',
  required: true,
  follows: '撤回后，我们立即停止向岚汀小额贷款提供信息。',
};

const show = (answers: Answers = {}, { search = '', auth = { 'authorization.write': true } } = {}) =>
  showPage(<AuthorizationPage />, {
    at: `/merchant/userCenter/authorizationRecord${search}`,
    state: { user, auth },
    answers: {
      'authorization.page': () => ({ items: [item], total: 1, totalIsExact: true, page: 1, pageSize: 20 }),
      'authorization.detail': () => detail,
      ...answers,
    },
  });

describe('the consent ledger', () => {
  it('R10.6 leads with product and order, then shows the subject, recipient, author and end of each consent', async () => {
    show();
    const row = (await screen.findByText(`《${item.title}》`)).closest('tr');
    expect(row?.textContent).toBe(
      `订单融资DD20261120-00000009《${item.title}》岚汀小额贷款王小明2026-11-20 09:302027-11-20生效中`,
    );
  });

  it('R2.9 says that there is none yet, and offers a retry when the fetch failed', async () => {
    const none = show({
      'authorization.page': () => ({ items: [], total: 0, totalIsExact: true, page: 1, pageSize: 20 }),
    });
    await screen.findByText('还没有授权记录');
    none.unmount();
    show(
      {
        'authorization.page': () => {
          throw refusal('authorization.page', 'RHSY429');
        },
      },
      { search: '?status=active' },
    );
    await screen.findByRole('button', { name: '重试' });
  });

  it('R10.6 a consent is withdrawn after its consequences were shown, with one key', async () => {
    let current = detail;
    const page = show(
      {
        'authorization.detail': () => current,
        'authorization.revoke': () => {
          current = { ...detail, status: 'withdrawn', withdrawnAt: '2026-11-21T01:30:00.000Z', withdrawnBy: '王小明' };
          return current;
        },
      },
      { search: '?open=r1' },
    );
    fireEvent.click(await screen.findByRole('button', { name: '撤回授权' }));
    const question = within(await screen.findByRole('alertdialog'));
    expect(question.getByText(detail.follows)).toBeDefined();
    fireEvent.click(question.getByRole('button', { name: '撤回' }));
    await expect.poll(toasts).toEqual(['授权已撤回，立即生效']);
    expect(page.of('authorization.revoke')[0]?.input).toMatchObject({
      recordId: 'r1',
      idempotencyKey: expect.any(String),
    });
    expect(await screen.findByText(/王小明 于/)).toBeDefined();
    expect(screen.queryByRole('button', { name: '撤回授权' })).toBeNull();
  });

  it('R6.1 a viewer is shown who may withdraw', async () => {
    show({}, { search: '?open=r1', auth: { 'authorization.write': false } });
    expect(await screen.findByText('撤回由主账号办理。')).toBeDefined();
    expect(screen.queryByRole('button', { name: '撤回授权' })).toBeNull();
  });

  it('R10.6 the text is the version that was agreed to', async () => {
    const page = show(
      {
        'agreement.detail': ({ id, version = '' }) => ({
          id,
          version,
          title: item.title,
          html: '<p>当时的第一条</p>',
          sha256: item.sha256,
          effectiveAt: '2026-11-01T00:00:00.000Z',
        }),
      },
      { search: '?open=r1' },
    );
    fireEvent.click(await screen.findByRole('button', { name: '查看同意时的原文' }));
    expect(await screen.findByText('当时的第一条')).toBeDefined();
    expect(page.of('agreement.detail')[0]?.input).toEqual({ id: 'data-sharing', version: '2026-11' });
  });

  it('R10.6 a link shows the records of one org', async () => {
    const page = show({}, { search: '?open=r1' });
    fireEvent.click(await screen.findByRole('button', { name: '只看该机构' }));
    expect(location.hash).toContain('orgId=o1');
    await expect.poll(() => page.of('authorization.page').at(-1)?.input).toMatchObject({ orgId: 'o1' });
  });
});

describe('a consent that is given again', () => {
  const agreement = {
    id: 'data-sharing',
    version: '2026-11',
    title: item.title,
    required: true,
    scene: 'dataSharing',
  } as const;
  const regrant = { orderNo: 'DD20261120-00000001', agreement };
  const again: Item = { ...item, recordId: 'r2', grantedAt: '2027-11-01T01:30:00.000Z' };
  const soon = () => new Date(Date.now() + 10 * 86_400_000).toISOString();
  /** Opens a record whose text is marked as read to the end in this tab. */
  const open = (more: Partial<Detail>, answers: Answers = {}, auth = { 'authorization.write': true }) => {
    const marks = ['data-sharing@2026-11', 'data-sharing@2027-01'];
    sessionStorage.setItem('draft:agreements-read', JSON.stringify({ marks }));
    return show(
      {
        'authorization.detail': ({ recordId }) => ({ ...detail, recordId, ...(recordId === 'r1' ? more : {}) }),
        ...answers,
      },
      { search: '?open=r1', auth },
    );
  };
  const form = () => within(screen.getByRole('form', { name: '重新授权' }));
  const press = async () => {
    fireEvent.click(await screen.findByRole('button', { name: '重新授权' }));
    await screen.findByRole('form', { name: '重新授权' });
  };

  it('R10.6 a consent that ends soon says so with its order, and is given by an unticked box of its own', async () => {
    const page = open({ validTo: soon(), regrant }, { 'authorization.grant': () => ({ items: [again] }) });
    expect(await screen.findByText(/不会自动延长/)).toBeDefined();
    await press();
    const box = () => form().getByRole<HTMLInputElement>('checkbox', { name: /向合作机构提供信息/ });
    expect(form().getByRole('group', { name: '单独同意：向岚汀小额贷款提供办理所需的信息' })).toBeDefined();
    expect(box().checked).toBe(false);
    fireEvent.submit(screen.getByRole('form', { name: '重新授权' }));
    expect(await form().findByText(`请阅读并同意《${item.title}》`)).toBeDefined();
    expect(page.of('authorization.grant')).toEqual([]);
    fireEvent.click(box());
    fireEvent.submit(screen.getByRole('form', { name: '重新授权' }));
    await expect.poll(toasts).toEqual(['已重新授权']);
    expect(page.of('authorization.grant')[0]?.input).toEqual({
      orderNo: regrant.orderNo,
      agreements: [{ id: 'data-sharing', version: '2026-11' }],
      idempotencyKey: expect.any(String),
    });
    expect(location.hash).toContain('open=r2');
    await expect.poll(() => screen.queryByRole('form', { name: '重新授权' })).toBeNull();
  });

  it.each([
    ['was withdrawn', { status: 'withdrawn' }],
    ['is over', { status: 'expired', validTo: '2026-01-01T00:00:00.000Z' }],
  ] satisfies [string, Partial<Detail>][])(
    'R10.6 a consent that %s can be given again where an order needs it',
    async (_name, more) => {
      open({ ...more, regrant });
      expect(await screen.findByText(/的办理需要这项授权/)).toBeDefined();
      expect(screen.getByRole('button', { name: '重新授权' })).toBeDefined();
      expect(screen.queryByRole('button', { name: '撤回授权' })).toBeNull();
    },
  );

  it('R10.6 a consent whose text changed names both versions; a text that changes meanwhile is asked for again', async () => {
    let version = '2027-01';
    const page = open(
      {},
      {
        'authorization.detail': ({ recordId }) => ({
          ...detail,
          recordId,
          regrant: { ...regrant, agreement: { ...agreement, version } },
        }),
        'authorization.grant': () => {
          if (version === '2027-02') return { items: [again] };
          version = '2027-02';
          throw refusal('authorization.grant', 'RHAG001');
        },
      },
    );
    await press();
    expect(form().getByText(/您此前同意的是 2026-11 版，现在是 2027-01 版/)).toBeDefined();
    fireEvent.click(form().getByRole('checkbox'));
    fireEvent.submit(screen.getByRole('form', { name: '重新授权' }));
    await expect.poll(() => screen.queryByText(/现在是 2027-02 版/)).not.toBeNull();
    expect(form().getByRole<HTMLInputElement>('checkbox').checked).toBe(false);
    expect(page.of('authorization.grant')).toHaveLength(1);
  });

  it('R10.6 a consent in force offers its withdrawal, and no other consent where none is needed', async () => {
    open({ status: 'active', validTo: '2099-11-20T01:30:00.000Z', regrant });
    await screen.findByRole('button', { name: '撤回授权' });
    expect(screen.queryByRole('button', { name: '重新授权' })).toBeNull();
  });

  it('R6.1 is not offered where no order needs it, nor to a viewer', async () => {
    const none = open({});
    await screen.findByRole('button', { name: '撤回授权' });
    expect(screen.queryByRole('button', { name: '重新授权' })).toBeNull();
    none.unmount();
    clearQueries();
    open({ regrant, validTo: soon() }, {}, { 'authorization.write': false });
    await screen.findByText('撤回由主账号办理。');
    expect(screen.queryByRole('button', { name: '重新授权' })).toBeNull();
  });

  it('R10.6 a consent that ended early says when and why', async () => {
    open({ status: 'expired', endedAt: '2026-12-01T01:30:00.000Z', ending: 'replaced' });
    expect(await screen.findByText(/2026-12-01 09:30/)).toBeDefined();
    expect(screen.getByText(/已重新授权/)).toBeDefined();
  });
});
