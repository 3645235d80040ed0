import { object } from '@ronghui/contract';
import { type ExportKind, exportKindNames } from '@ronghui/domain/export';
import type { NoticeKind } from '@ronghui/domain/notice';
import { leaveNotice } from '#features/notice/notice.steps';
import { job } from '#kernel/jobs/jobs';
import { JobFailed, type SentJob } from '#kernel/jobs/sent-job';
import { findExport, updateExportMade } from './export.sql.ts';
import { exportFile, type MadeExport } from './export-file.ts';
import { listOf } from './export-lists.ts';

/** The kind of the notice of an export: its list's. */
const noticeKinds: Readonly<Record<ExportKind, NoticeKind>> = {
  orders: 'order',
  bills: 'bill',
  billLines: 'bill',
  loanConsult: 'bill',
  authorizations: 'authorization',
  recon: 'bill',
  accountStatement: 'bill',
};

const mimes = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
} as const;

/** Makes the file of an export; its end tells who asked. A run that died begins again, with the same rows to find. @source R10.5, R14.6 */
export const makeExport = job({
  name: 'export.make',
  payload: object({}),
  maxMinutes: 60,
  fromReplica: true,
  async run({ jobId, tenantId, userId, reading, snapshot, progress, ports }) {
    const asked = tenantId === null ? undefined : await findExport(reading({ tenantId }), tenantId, jobId);
    if (tenantId === null || userId === null || asked === undefined) throw new JobFailed('没有可以导出的内容。');
    const list = listOf(asked.kind);
    const { kind, format, name, filter, filter_text: filterText, asked_at: askedAt } = asked;
    const made: MadeExport = { dataAt: askedAt, rows: 0, totals: [] };
    const wanted = { list, kind, format, tenantId, filter, filterText, askedAt };
    return {
      file: { name, mime: mimes[format], body: exportFile({ snapshot, progress, ports }, wanted, made) },
      async store(tx) {
        await updateExportMade(tx, tenantId, { exportId: jobId, ...made });
        const text = `${exportKindNames[kind]}共 ${made.rows.toLocaleString('en-US')} 行，请在 ${ports.limits.jobResultDays} 天内下载。`;
        const notice = { kind: noticeKinds[kind], title: '导出文件已生成', text, place: 'exports' } as const;
        leaveNotice(tx, { tenantId, userId }, notice);
      },
    };
  },
});

/** The jobs that calls of this noun send. */
export const exportSentJobs: readonly SentJob[] = [makeExport];
