import { object, text } from '@ronghui/contract';
import { leaveNotice } from '#features/notice/notice.steps';
import { type Job, job } from '#kernel/jobs/jobs';
import { JobFailed, type SentJob } from '#kernel/jobs/sent-job';
import { closeNext } from './closing.ts';
import { archiveOfOwnData } from './own-data.ts';

/** What the safety of accounts does by itself. @source R10.9 */
export const safetyJobs: readonly Job[] = [
  job({
    name: 'safety.close',
    every: '*/10 * * * *',
    async run(context) {
      while (await closeNext(context));
    },
  }),
];

/** Makes a copy of what is known of a person; its owner is told with the end of it. `address` is where it was asked for. @source R10.9 */
export const exportOwnData = job({
  name: 'safety.exportData',
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
        const news = { kind: 'security', title: '个人信息已导出', text: words, place: 'safety' } as const;
        leaveNotice(tx, { tenantId: null, userId }, news);
      },
    };
  },
});

/** What is sent for the safety of accounts. */
export const safetySentJobs: readonly SentJob[] = [exportOwnData];
