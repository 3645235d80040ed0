import { ownTexts } from '@ronghui/client';
import { firstStepText } from '@ronghui/web/calls/first-step';
import { expect, it, onTestFinished } from 'vitest';
import { type Answers, refusal, screen, showPage, toasts, within } from '#kernel/testing/page.fixture.tsx';
import { SystemPage } from './system-page.tsx';
import type { SystemState } from './system-queries.ts';

const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString();
const good = {
  startedAt: hoursAgo(5.5),
  endedAt: hoursAgo(5),
  outcome: 'done',
  place: '/backup/ronghui',
  backupId: '20261129T183000Z-3f9a1c',
  bytes: 12_900_000,
  rows: 54_391,
  reason: '',
} as const;
const stateOf = (more: Partial<SystemState> = {}): SystemState => ({
  node: {
    version: '0.1.0',
    name: 'node-a',
    startedAt: hoursAgo(30),
    database: { kind: 'embedded', version: '17.6' },
    sharedState: 'memory',
  },
  nodes: [],
  backup: {
    plan: { place: '/backup/ronghui', everyHours: 24, keep: 14, isEncrypted: true },
    good,
    isOverdue: false,
    runs: [good],
  },
  held: { counts: [], items: [] },
  jobs: [
    { name: 'bill.clock', nextAt: hoursAgo(-1), endedAt: hoursAgo(1), isFailed: false, isRunning: false, failure: '' },
  ],
  store: { kind: 'folder', state: 'ok', disk: { freeBytes: 30 * 1024 ** 3, sizeBytes: 40 * 1024 ** 3 }, lost: 0 },
  replica: null,
  senders: { smsStopped: false, sms: [], mail: { failing: 0, reason: '' } },
  failedJobs: [],
  certificate: null,
  ...more,
});
const heldState: SystemState = stateOf({
  held: {
    counts: [
      { kind: 'sms', count: 1 },
      { kind: 'mail', count: 1 },
    ],
    items: [
      { messageNo: 7, kind: 'sms', about: 'notice.bill', toMasked: '137****0001', createdAt: hoursAgo(40) },
      { messageNo: 9, kind: 'mail', about: '新线索', toMasked: 'z***@example.com', createdAt: hoursAgo(39) },
    ],
  },
});
const auth = { 'ops.system.read': true, 'ops.system.write': true };
const show = (state: SystemState, more: Answers = {}, held: Record<string, boolean> = auth) =>
  showPage(<SystemPage />, {
    at: '/system',
    answers: { 'ops.system.get': () => state, ...more },
    state: { auth: held },
  });

it('running 6.4 shows version, node and database, and the last good backup with its age in words', async () => {
  show(stateOf());
  expect(await screen.findByText('内置，PostgreSQL 17.6')).toBeDefined();
  expect(screen.getByText(/（5\s小时前）/)).toBeDefined();
  expect(screen.getByText('没有待放行的消息。恢复备份后，当时还没有发出的消息会停在这里。')).toBeDefined();
  const runs = screen.getByRole('region', { name: '最近的备份列表' });
  expect(within(runs).getByText('54,391')).toBeDefined();
  expect(within(runs).getByText(/12\.3\sMB/)).toBeDefined();
});

it('running 1.2 running 6.4 says which shared state is in force, and lists the nodes where there are several', async () => {
  const nodeOf = (address: string) => ({ address, version: '0.9.0', startedAt: hoursAgo(3), seenAt: hoursAgo(0) });
  const { node } = stateOf();
  show(stateOf({ node: { ...node, sharedState: 'redis' }, nodes: ['http://a:8080', 'http://b:8080'].map(nodeOf) }));
  expect(await screen.findByText('Redis，可以有多个节点')).toBeDefined();
  const nodes = screen.getByRole('region', { name: '运行中的节点列表' });
  expect(within(nodes).getByText('http://b:8080')).toBeDefined();
});

it('running 6.4 says what to do where no backup is set up', async () => {
  show(stateOf({ backup: { plan: null, good: null, isOverdue: false, runs: [] } }));
  expect(await screen.findByText(/没有设置定时备份.*BACKUP_TO/)).toBeDefined();
  expect(screen.queryByRole('button', { name: '立即备份' })).toBeNull();
});

it('running 3.3 a backup older than two periods is an alarm, and one is taken at once from here', async () => {
  const { backup } = stateOf();
  const failed = { ...good, outcome: 'failed' as const, reason: '磁盘已满' };
  const old = { ...good, startedAt: hoursAgo(50) };
  const shown = show(stateOf({ backup: { ...backup, good: old, isOverdue: true, runs: [failed] } }), {
    'ops.system.runJob': () => ({ nextAt: hoursAgo(0) }),
  });
  expect(await screen.findByText(/2\s天 2\s小时前的，已超过两个周期/)).toBeDefined();
  expect(screen.getByText('磁盘已满')).toBeDefined();
  await shown.keyboard.click(screen.getByRole('button', { name: '立即备份' }));
  expect(shown.of('ops.system.runJob')).toMatchObject([{ input: { name: 'backup.take' } }]);
});

it('running 3.2 held messages are shown masked, with their counts by kind', async () => {
  show(heldState);
  expect(await screen.findByText(/短信 1\s条，邮件 1\s条，因恢复备份而停下/)).toBeDefined();
  expect(screen.getByText('137****0001')).toBeDefined();
  expect(screen.getByText('新线索')).toBeDefined();
  expect(screen.getByRole('button', { name: '全部发送' })).toBeDefined();
});

it('running 6.4 a job that failed says why and can be run again', async () => {
  const failed = {
    name: 'order.lapse',
    nextAt: hoursAgo(-1),
    failedAt: hoursAgo(1),
    isFailed: true,
    isRunning: false,
    failure: '数据库没有响应',
  };
  const shown = show(stateOf({ jobs: [failed, ...stateOf().jobs] }), {
    'ops.system.runJob': () => ({ nextAt: hoursAgo(0) }),
  });
  expect(await screen.findByText('数据库没有响应')).toBeDefined();
  await shown.keyboard.click(screen.getByRole('button', { name: '重新执行：关闭超时未付的订单' }));
  expect(shown.of('ops.system.runJob')).toMatchObject([{ input: { name: 'order.lapse' } }]);
  expect(toasts()).toEqual(['任务即将重新执行，稍后刷新查看结果']);
});

it('running 6.4 who may not change the system sees it without a button', async () => {
  show(heldState, {}, { 'ops.system.read': true });
  await screen.findByText('137****0001');
  expect(screen.queryByRole('button', { name: /^(?:全部)?(?:发送|丢弃)|立即备份/ })).toBeNull();
});

it('running 6.4 a reply that fails can be asked for again', async () => {
  let times = 0;
  const shown = show(stateOf(), {
    'ops.system.get': () => {
      times += 1;
      if (times === 1) throw refusal('ops.system.get', 'RHSY404');
      return stateOf();
    },
  });
  await shown.keyboard.click(await screen.findByRole('button', { name: '重试' }));
  expect(await screen.findByText('内置，PostgreSQL 17.6')).toBeDefined();
});

it('running 6.4 the store, the senders and the certificate are in order, and nothing is to do', async () => {
  show(
    stateOf({
      senders: {
        smsStopped: false,
        sms: [{ provider: 'aliyun', isResting: false }],
        mail: { failing: 0, reason: '' },
      },
      certificate: { endsAt: hoursAgo(-24 * 60), isRefused: false },
    }),
  );
  expect(await screen.findByText(/已用 10\sGB，剩余 30\sGB/)).toBeDefined();
  expect(screen.getByText(/^0\s个（每小时核对一次）$/)).toBeDefined();
  expect(screen.getByText('一天内没有失败')).toBeDefined();
  expect(screen.getByText('没有发送失败的邮件。')).toBeDefined();
  expect(screen.getByText(/最近七天没有失败的任务/)).toBeDefined();
  expect(screen.queryByRole('note')).toBeNull();
  expect(screen.getByRole('link', { name: '短信与邮件' }).getAttribute('href')).toContain('/senders');
});

it('running 6.4 without providers, a certificate or an answer of the store the page says so', async () => {
  show(stateOf({ store: { kind: 'bucket', state: 'unknown', disk: null, lost: null } }));
  expect(await screen.findByText('由前面的代理管理，请在代理处查看')).toBeDefined();
  expect(screen.getByText('对象存储')).toBeDefined();
  expect(screen.getByText(/还没有查到文件存储的状态/)).toBeDefined();
  expect(screen.getByText(/没有设置短信通道/)).toBeDefined();
});

it.each([
  ['gone', /没有响应，上传与下载都不能用/],
  ['wrong', /没有这个数据库的标记/],
] as const)('running 6.4 a store that is %s says what to do', async (state, sentence) => {
  show(stateOf({ store: { ...stateOf().store, state } }));
  expect(await screen.findByText(sentence)).toBeDefined();
});

it('running 1.9 without a replica the page says from where exports and statistics come', async () => {
  show(stateOf());
  expect(await screen.findByText('未设置，导出与统计由主库提供')).toBeDefined();
});

it.each([
  ['ok', 2, /^正常，落后 2\s秒$/, null],
  ['behind', 900, /^落后 15\s分钟$/, /统计已改由主库提供，导出先等它半分钟/],
  ['behind', null, /^落后多少还不知道$/, /请检查副本的磁盘/],
  ['gone', null, /^没有响应$/, /请检查 DATABASE_READ_URL 的服务器与网络/],
  ['wrong', null, /^不是这个数据库的副本$/, /请改为现在的主库的副本后重新启动/],
  ['unknown', null, /^未知$/, /还没有查到只读副本的状态/],
] as const)(
  'running 1.9 running 6.4 a replica that is %s (%s s) says how far it is and what to do',
  async (state, lagSec, words, todo) => {
    show(stateOf({ replica: { state, lagSec } }));
    expect(await screen.findByText(words)).toBeDefined();
    if (todo === null) expect(screen.queryByText(/请检查副本|DATABASE_READ_URL/)).toBeNull();
    else expect(screen.getByText(todo)).toBeDefined();
  },
);

it('running 6.4 lost files and a disk that is almost full say what to do', async () => {
  show(stateOf({ store: { kind: 'folder', state: 'ok', disk: { freeBytes: 5e8, sizeBytes: 4e10 }, lost: 1200 } }));
  expect(await screen.findByText(/有 1,200\s个文件在存储中找不到。请从备份中恢复/)).toBeDefined();
  expect(screen.getByText(/^数据目录所在的磁盘剩余不到一成/)).toBeDefined();
});

it('running 6.4 of a folder that all nodes mount both disks are shown, and the one that is almost full is named', async () => {
  const [wide, full] = [
    { freeBytes: 30 * 1024 ** 3, sizeBytes: 40 * 1024 ** 3 },
    { freeBytes: 10 * 1024 ** 3, sizeBytes: 110 * 1024 ** 3 },
  ];
  show(stateOf({ store: { kind: 'sharedFolder', state: 'ok', disk: wide, filesDisk: full, lost: 0 } }));
  expect(await screen.findByText('各节点共同挂载的文件夹')).toBeDefined();
  expect(screen.getByText(/已用 100\sGB，剩余 10\sGB/)).toBeDefined();
  expect(screen.getByText(/^文件存储所在的磁盘剩余不到一成/)).toBeDefined();
});

it('running 6.4 a provider that rests and a mail server that refuses say why, in words, and what to do', async () => {
  const failure = { at: hoursAgo(1), refusal: 'failOver', reason: '余额不足' } as const;
  show(
    stateOf({
      senders: {
        smsStopped: true,
        sms: [
          { provider: 'aliyun', isResting: true, failure },
          { provider: 'tencent', isResting: false, failure: { at: hoursAgo(2), refusal: null, reason: '' } },
        ],
        mail: { failing: 3, reason: '邮件服务器拒绝登录' },
      },
    }),
  );
  const list = await screen.findByRole('region', { name: '短信通道列表' });
  expect(within(list).getByText(/通道配置或余额问题：余额不足/)).toBeDefined();
  expect(within(list).getByText(/未送达或无答复/)).toBeDefined();
  expect(within(list).getByText('暂停中')).toBeDefined();
  expect(screen.getByText(/短信改走其他通道/)).toBeDefined();
  expect(screen.getByText(/3\s封邮件没有发出：邮件服务器拒绝登录。请检查 MAIL_URL/)).toBeDefined();
  expect(screen.getByText(/短信已被停发/)).toBeDefined();
});

it('running 6.4 a certificate about to end, and a new one that does not fit, say what to do', async () => {
  show(stateOf({ certificate: { endsAt: hoursAgo(-24 * 9.5), isRefused: true } }));
  expect(await screen.findByText(/证书还有 9\s天到期。请更新 TLS_CERT/)).toBeDefined();
  expect(screen.getByText(/仍在使用原来的证书/)).toBeDefined();
});

it('running 6.4 a certificate that has ended says so', async () => {
  show(stateOf({ certificate: { endsAt: hoursAgo(2), isRefused: false } }));
  expect(await screen.findByText(/证书已经过期/)).toBeDefined();
});

it('running 6.4 a job that was sent and failed can be run again', async () => {
  const failed = {
    jobId: 'job-of-a-test',
    name: 'export.make',
    createdAt: hoursAgo(3),
    endedAt: hoursAgo(2),
    failure: '处理没有完成，请稍后重试。',
  };
  const shown = show(stateOf({ failedJobs: [failed] }), { 'ops.system.retryJob': () => ({ jobId: failed.jobId }) });
  expect(await screen.findByText('job-of-a-test')).toBeDefined();
  await shown.keyboard.click(screen.getByRole('button', { name: '重新执行：导出数据' }));
  expect(shown.of('ops.system.retryJob')).toMatchObject([
    { input: { jobId: 'job-of-a-test', endedAt: failed.endedAt } },
  ]);
  expect(toasts()).toEqual(['任务即将重新执行，稍后刷新查看结果']);
});

it('R4.12 a failed job that a colleague has let run again says who and when', async () => {
  ownTexts.find = firstStepText;
  onTestFinished(() => {
    ownTexts.find = () => undefined;
  });
  const failed = {
    jobId: 'job-of-two',
    name: 'export.make',
    createdAt: hoursAgo(3),
    endedAt: hoursAgo(2),
    failure: '处理没有完成，请稍后重试。',
  };
  const shown = show(stateOf({ failedJobs: [failed] }), {
    'ops.system.retryJob': () => {
      const last = { by: '王芳', at: '2026-12-01T02:32:00.000Z', what: '重新执行一项失败的任务' };
      throw refusal('ops.system.retryJob', 'RHSY409', { last });
    },
  });
  expect(await screen.findByText('job-of-two')).toBeDefined();
  await shown.keyboard.click(screen.getByRole('button', { name: '重新执行：导出数据' }));
  expect(toasts()).toEqual(['已由 王芳 于 2026-12-01 10:32 重新执行一项失败的任务。数据已发生变化，请刷新后重试']);
});
