import type { CallReply } from '@ronghui/client';
import { describe, expect, it } from 'vitest';
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
import { AuthorizationPage } from './authorization-page.tsx';

type Detail = CallReply<'authorization.detail'>;
type Item = CallReply<'authorization.page'>['items'][number];

const item: Item = {
  recordId: 'r1',
  title: '向合作机构提供信息单独同意书',
  purpose: '向合作机构提供办理产品所需的信息',
  orgId: 'o1',
  orgName: '岚汀小额贷款',
  productName: '订单融资',
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
  it('R10.6 says what was agreed to, for whom, by whom, until when', async () => {
    show();
    const row = (await screen.findByText(`《${item.title}》`)).closest('tr');
    expect(row?.textContent).toBe(`《${item.title}》岚汀小额贷款订单融资王小明2026-11-20 09:302027-11-20生效中`);
  });

  it('R2.9 says that there is none yet, and offers another try when it failed to come', async () => {
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

  it('R10.6 is withdrawn after what follows was told, with one key', async () => {
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
    const question = within(screen.getByRole('alertdialog'));
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

  it('R6.1 one who may only look is told who withdraws', async () => {
    show({}, { search: '?open=r1', auth: { 'authorization.write': false } });
    expect(await screen.findByText('撤回由主账号办理。')).toBeDefined();
    expect(screen.queryByRole('button', { name: '撤回授权' })).toBeNull();
  });

  it('R10.6 the text is that of the version that was agreed to', async () => {
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

  it('R10.6 the records of one org stand behind their link', async () => {
    const page = show({}, { search: '?open=r1' });
    fireEvent.click(await screen.findByRole('button', { name: '只看该机构' }));
    expect(location.hash).toContain('orgId=o1');
    await expect.poll(() => page.of('authorization.page').at(-1)?.input).toMatchObject({ orgId: 'o1' });
  });
});
