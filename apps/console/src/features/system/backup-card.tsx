import { Callout, Card, type Column, DataTable, DateTime, Facts, Tag } from '@ronghui/ui';
import { serverNow } from '@ronghui/web/calls/call';
import type { JSX } from 'react';
import { ageText } from '#kernel/age-text.ts';
import { RunButton } from './run-button.tsx';
import { sizeText } from './size-text.ts';
import css from './system.module.css';
import type { Backup } from './system-queries.ts';

type Run = Backup['runs'][number];

const outcomes = {
  done: { tone: 'ok', name: '完成' },
  failed: { tone: 'bad', name: '失败' },
  running: { tone: 'info', name: '进行中' },
  died: { tone: 'bad', name: '中断' },
} as const;

const agoText = (at: string): string => `${ageText(serverNow() - Date.parse(at))}前`;
const runKey = ({ startedAt, place }: Run): string => `${startedAt} ${place}`;

const columns: readonly Column<Run>[] = [
  { key: 'startedAt', title: '开始', cell: ({ startedAt }) => <DateTime value={startedAt} />, share: 2, fixed: true },
  {
    key: 'outcome',
    title: '结果',
    cell: ({ outcome }) => <Tag tone={outcomes[outcome].tone}>{outcomes[outcome].name}</Tag>,
  },
  { key: 'rows', title: '行数', cell: ({ rows }) => rows?.toLocaleString('en-US') ?? '—', align: 'right' },
  { key: 'bytes', title: '大小', cell: ({ bytes }) => sizeText(bytes), align: 'right' },
  { key: 'reason', title: '说明', cell: ({ reason }) => <span className={css.path}>{reason}</span>, share: 3 },
];

/** Whether the newest run came to nothing. */
const hasFailed = ([newest]: readonly Run[]): boolean => newest?.outcome === 'failed' || newest?.outcome === 'died';

/** The state of backups in words, and what to do. */
const BackupState = ({ backup: { plan, good, isOverdue, runs } }: { readonly backup: Backup }): JSX.Element | null => {
  if (plan === null)
    return (
      <Callout tone="warn">
        没有设置定时备份，丢了这台机器就丢了数据。请在启动配置中设置 BACKUP_TO（文件夹，或
        s3://桶/前缀）后重启，第一份随即开始。
      </Callout>
    );
  if (isOverdue)
    return (
      <Callout tone="bad">
        {good === null ? '一直没有备份成功' : `最近一份可用的备份是 ${agoText(good.startedAt)}的`}
        ，已超过两个周期。请按下面最近一次的说明处理，然后立即备份。
      </Callout>
    );
  if (hasFailed(runs))
    return <Callout tone="bad">最近一次备份没有成功。请按下面的说明处理，然后立即备份；到了时间也会自动再试。</Callout>;
  return good === null ? (
    <Callout>还没有可用的备份。第一份在服务启动后几分钟内开始；没有开始时，看下面定时任务的原因。</Callout>
  ) : null;
};

/** Backups by the clock: where they go, the last good one, the last runs. @source running 3.3, running 6.4 */
export const BackupCard = ({
  backup,
  mayWrite,
}: {
  readonly backup: Backup;
  readonly mayWrite: boolean;
}): JSX.Element => {
  const { plan, good, isOverdue, runs } = backup;
  const isBad = isOverdue || hasFailed(runs);
  const isFine = plan !== null && good !== null && !isBad;
  return (
    <Card
      title={
        <>
          备份 <Tag tone={isFine ? 'ok' : isBad ? 'bad' : 'warn'}>{isFine ? '正常' : '需要处理'}</Tag>
        </>
      }
      actions={
        mayWrite && plan !== null ? (
          <RunButton job={{ name: 'backup.take' }} label="立即备份" done="备份即将开始，稍后刷新查看结果" />
        ) : undefined
      }
    >
      <div className={css.part}>
        <BackupState backup={backup} />
        <Facts
          columns={2}
          items={[
            { label: '位置', value: plan === null ? '' : <span className={css.path}>{plan.place}</span> },
            {
              label: '周期',
              value: plan === null ? '' : `每 ${plan.everyHours}\u00a0小时，保留最近 ${plan.keep}\u00a0份`,
            },
            { label: '加密', value: plan === null ? '' : plan.isEncrypted ? '已加密' : '没有加密' },
            {
              label: '最近一份可用的备份',
              value:
                good === null ? (
                  '没有'
                ) : (
                  <>
                    <DateTime value={good.startedAt} />（{agoText(good.startedAt)}）
                  </>
                ),
            },
          ]}
        />
        {runs.length === 0 ? (
          <p className={css.note}>还没有备份的记录。</p>
        ) : (
          <DataTable name="system-backups" label="最近的备份" columns={columns} rows={runs} keyOf={runKey} />
        )}
      </div>
    </Card>
  );
};
