import type { CallReply } from '@ronghui/client';
import { clearQueries } from '@ronghui/web/queries/query-client';
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
import { routeAt } from '../routed.fixture.tsx';
import { ChangedAgreementsPlace } from './changed-agreements-place.tsx';

type Text = CallReply<'agreement.changed'>['items'][number];

const terms: Text = { id: 'terms', version: '2027-01', title: '用户服务协议', required: true, scene: 'register' };
const privacy: Text = { id: 'privacy', version: '2027-01', title: '隐私政策', required: true, scene: 'register' };
const news: Text = {
  id: 'marketing',
  version: '2027-01',
  title: '营销信息接收同意书',
  required: false,
  scene: 'register',
};

/** Renders with a server that asks for some agreements until they are accepted. */
const show = (texts: readonly Text[], { at = '/merchant/userCenter/home', answers = {} as Answers } = {}) => {
  let stale = texts;
  return showPage(<ChangedAgreementsPlace matched={routeAt(at)} />, {
    at,
    state: { user },
    answers: {
      'agreement.changed': () => ({ items: [...stale] }),
      'agreement.accept': ({ agreements }) => {
        stale = stale.filter(({ id }) => !agreements.some((each) => each.id === id));
        return { recordIds: agreements.map(({ id }) => id) };
      },
      'agreement.detail': ({ id, version = '' }) => ({
        id,
        version,
        title: '用户服务协议',
        html: '<p>新的第一条</p>',
        sha256: 'ab'.repeat(32),
        effectiveAt: '2027-01-01T00:00:00.000Z',
      }),
      ...answers,
    },
  });
};
const sheet = async () => within(await screen.findByRole('dialog', { name: '协议已更新，请重新阅读' }));
const box = async (name: RegExp) => (await sheet()).getByRole<HTMLInputElement>('checkbox', { name });
const submit = () => fireEvent.submit(screen.getByRole('form', { name: '更新的协议' }));
const isGone = () => expect.poll(() => screen.queryByRole('dialog')).toBeNull();

describe('changed agreements of registration', () => {
  it('R10.6 each has its own box, which is not ticked, and a link to its text', async () => {
    show([terms, privacy]);
    const shown = await sheet();
    expect(shown.getAllByRole<HTMLInputElement>('checkbox').map(({ checked }) => checked)).toEqual([false, false]);
    fireEvent.click(shown.getByText('《用户服务协议》'));
    expect(await screen.findByText('新的第一条')).toBeDefined();
  });

  it('R10.6 nothing is sent without every required tick; with them the shown versions are sent', async () => {
    const page = show([terms, privacy]);
    fireEvent.click(await box(/用户服务协议/));
    submit();
    expect(await (await sheet()).findByText('请阅读并同意《隐私政策》')).toBeDefined();
    expect(page.of('agreement.accept')).toEqual([]);
    fireEvent.click(await box(/隐私政策/));
    submit();
    await isGone();
    expect(toasts()).toEqual(['已记录您的同意']);
    expect(page.of('agreement.accept').map(({ input }) => input)).toEqual([
      {
        agreements: [
          { id: 'terms', version: '2027-01' },
          { id: 'privacy', version: '2027-01' },
        ],
        idempotencyKey: expect.any(String),
      },
    ]);
  });

  it('PIPL 14 a required text cannot be closed without an answer; declining it logs out', async () => {
    const page = show([terms], { answers: { 'portal.logout': () => ({}) } });
    const dialog = await screen.findByRole('dialog');
    fireEvent(dialog, new Event('cancel', { cancelable: true }));
    fireEvent.pointerDown(dialog);
    fireEvent.click(dialog);
    expect((await sheet()).queryByRole('button', { name: '关闭' })).toBeNull();
    fireEvent.click((await sheet()).getByRole('button', { name: '不同意，退出登录' }));
    await expect.poll(() => page.of('portal.logout').length).toBe(1);
    await expect.poll(toasts).toEqual(['您已退出登录']);
  });

  it('R10.9 the page to export data and close the account does not ask for agreement', async () => {
    const away = show([terms]);
    expect((await sheet()).getByRole('link', { name: '安全设置' }).getAttribute('href')).toBe(
      '#/merchant/accountCenter/safety',
    );
    away.unmount();
    clearQueries();
    const page = show([terms], { at: '/merchant/accountCenter/safety' });
    await expect.poll(() => page.of('agreement.changed').length).toBe(1);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('R10.6 an optional text may be left, and is not asked for again in this tab', async () => {
    const page = show([terms, news]);
    fireEvent.click(await box(/用户服务协议/));
    submit();
    await isGone();
    expect(page.of('agreement.accept')[0]?.input).toMatchObject({ agreements: [{ id: 'terms', version: '2027-01' }] });
    page.unmount();
    clearQueries();
    const again = show([news]);
    await expect.poll(() => again.of('agreement.changed').length).toBe(1);
    expect(screen.queryByRole('dialog')).toBeNull();
    again.unmount();
    clearQueries();
    show([{ ...news, version: '2027-02' }]);
    fireEvent.click((await sheet()).getByRole('button', { name: '暂不同意' }));
    await isGone();
  });

  it('R10.6 a text that changed again meanwhile is shown in its newest version', async () => {
    let current = terms;
    const page = show([], {
      answers: {
        'agreement.changed': () => ({ items: [current] }),
        'agreement.accept': () => {
          current = { ...terms, version: '2027-02' };
          throw refusal('agreement.accept', 'RHAG001');
        },
      },
    });
    fireEvent.click(await box(/用户服务协议/));
    submit();
    await expect.poll(() => page.of('agreement.changed').length).toBe(2);
    await expect.poll(async () => (await box(/用户服务协议/)).checked).toBe(false);
    fireEvent.click((await sheet()).getByText('《用户服务协议》'));
    await expect.poll(() => page.of('agreement.detail')[0]?.input).toEqual({ id: 'terms', version: '2027-02' });
  });

  it('R10.6 nothing is asked while no text has changed', async () => {
    const page = show([]);
    await expect.poll(() => page.of('agreement.changed').length).toBe(1);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
