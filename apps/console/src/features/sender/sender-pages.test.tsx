import { fen } from '@ronghui/domain/money';
import { smsScenes } from '@ronghui/domain/sender/sms';
import { expect, it } from 'vitest';
import { type Answers, refusal, screen, showPage, toasts, within } from '#kernel/testing/page.fixture.tsx';
import { SenderPage } from './sender-page.tsx';
import type { Figures, Setting } from './sender-queries.ts';

const settingOf = (provider: Setting['provider'], more: Partial<Setting> = {}): Setting => ({
  provider,
  inUse: provider !== 'http',
  signName: '融惠',
  region: '',
  templates: smsScenes.map((scene) => ({ scene, template: `T_${scene}` })),
  missing: [],
  hundredthFen: 450,
  reportPath: `/callbacks/sms/${provider}/secret`,
  revision: 1,
  ...more,
});
const figures: Figures = {
  hours: [
    {
      hour: '2026-11-29T04:00:00.000Z',
      provider: 'aliyun',
      sent: 1200,
      delivered: 1190,
      failed: 4,
      refused: { retry: 3, failOver: 0, wait: 2, number: 1 },
      unanswered: 5,
      medianSec: 3,
    },
  ],
  totals: [{ provider: 'aliyun', sent: 1200, costAmount: fen(5400) }],
  errors: [
    {
      at: '2026-11-29T04:10:00.000Z',
      provider: 'aliyun',
      scene: 'login',
      mobileMasked: '138****0000',
      refusal: 'wait',
      reason: '号码达到阿里云的发送限额（isv.BUSINESS_LIMIT_CONTROL）',
    },
  ],
};
const answers: Answers = {
  'ops.sender.settings': () => ({
    order: ['aliyun', 'tencent'],
    settings: [settingOf('aliyun'), settingOf('tencent', { missing: ['login'] }), settingOf('http')],
  }),
  'ops.sender.figures': () => figures,
};
const auth = { 'ops.system.read': true, 'ops.system.write': true };
const show = (search = '', more: Answers = {}, held: Record<string, boolean> = auth) =>
  showPage(<SenderPage />, { at: `/senders${search}`, answers: { ...answers, ...more }, state: { auth: held } });

it('running 2.5 shows what each provider sent, what it costs and the last failures in words', async () => {
  show();
  expect(await screen.findByText(/1,200\s条，¥54\.00/)).toBeDefined();
  const hours = await screen.findByRole('region', { name: '每小时的短信列表' });
  expect(within(hours).getByText('1,190')).toBeDefined();
  expect(within(hours).getByText(/^3\s秒$/)).toBeDefined();
  const errors = screen.getByRole('region', { name: '最近失败的短信列表' });
  expect(within(errors).getByText('号码达到通道限额')).toBeDefined();
  expect(within(errors).getByText(/BUSINESS_LIMIT_CONTROL/)).toBeDefined();
});

it('running 2.2 names the scenes without a template', async () => {
  show();
  expect(await screen.findByText(/还没有模板，短信会改走下一个通道：登录验证码/)).toBeDefined();
});

it('running 2.2 a missing template is not saved, and its field says so', async () => {
  const shown = show();
  const [edit] = await screen.findAllByRole('button', { name: '修改' });
  if (edit === undefined) throw new Error('no button');
  await shown.keyboard.click(edit);
  const dialog = await screen.findByRole('dialog', { name: '阿里云的设置' });
  await shown.keyboard.clear(within(dialog).getByLabelText('登录验证码'));
  await shown.keyboard.click(within(dialog).getByRole('button', { name: '保存' }));
  expect(await within(dialog).findByText('请填写这个场景的模板')).toBeDefined();
  expect(shown.of('ops.sender.save')).toEqual([]);
});

it('running 2.5 who may not change senders sees them without a button', async () => {
  show('', {}, { 'ops.system.read': true });
  await screen.findByText(/1,200\s条/);
  expect(screen.queryByRole('button', { name: '修改' })).toBeNull();
  expect(screen.queryByRole('button', { name: '发送测试短信' })).toBeNull();
});

it('running 2.5 days that cannot be asked for are not', async () => {
  const shown = show('?from=2026-11-30&to=2026-11-01');
  expect(await screen.findByText('结束日期不能早于开始日期')).toBeDefined();
  expect(shown.of('ops.sender.figures')).toEqual([]);
});

it('running 2.5 figures that fail can be asked for again', async () => {
  let times = 0;
  const shown = show('', {
    'ops.sender.figures': () => {
      times += 1;
      if (times === 1) throw refusal('ops.sender.figures', 'RHSY404');
      return figures;
    },
  });
  await shown.keyboard.click(await screen.findByRole('button', { name: '重试' }));
  expect(await screen.findByText(/1,200\s条/)).toBeDefined();
  expect(toasts()).toEqual([]);
});
