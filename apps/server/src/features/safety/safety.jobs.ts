import { object, text } from '@ronghui/contract';
import { leaveNotice } from '#features/notice/notice.steps';
import { type Job, job } from '#kernel/jobs/jobs';
import { JobFailed, type SentJob } from '#kernel/jobs/sent-job';
import { closeNext } from './closing.ts';
import { archiveOfOwnData } from './own-data.ts';

/** Scheduled work of account security. @source R10.9 */
export const safetyJobs: readonly Job[] = [
  job({
    name: 'safety.close',
    every: { minutes: 10 },
    async run(context) {
      while (await closeNext(context));
    },
  }),
];

/** Exports a person's data; its end leaves a notice for the owner. `address` is the network address of the request. @source R10.9 */
export const exportOwnData = job({
  name: 'safety.exportData',
  isShort: true,
  payload: object({ address: text(64, { min: 0 }) }),
  async run({ userId, ports, payload, reading, progress }) {
    if (userId === null) throw new JobFailed('没有可以导出的账号。');
    const words = `网络地址 ${payload.address}。如果不是您本人，请立即修改密码。`;
    return {
      file: {
        name: `个人信息-${ports.clock.now().toISOString().slice(0, 10)}.zip`,
        mime: 'application/zip',
        body: archiveOfOwnData({ db: reading('service'), ports, progress }, userId),
      },
      async store(tx) {
        const notice = { kind: 'security', title: '个人信息已导出', text: words, place: 'safety' } as const;
        leaveNotice(tx, { tenantId: null, userId }, notice);
      },
    };
  },
});

/** The jobs that calls of this noun send. */
export const safetySentJobs: readonly SentJob[] = [exportOwnData];
