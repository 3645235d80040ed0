import { isUnderWay } from '@ronghui/domain/job';
import { lineFieldNames } from '@ronghui/domain/line-import';
import { moneyUnitNames } from '@ronghui/domain/table';
import {
  Button,
  Callout,
  DateTime,
  Drawer,
  EmptyState,
  Facts,
  JobProgress,
  PageState,
  Skeleton,
  silentText,
} from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { saveFile } from '@ronghui/web/files/save-file';
import { useSearch } from '@ronghui/web/navigation/hash-location';
import { leadTo } from '@ronghui/web/navigation/lead-to';
import { showError } from '@ronghui/web/screen/toasts';
import { type JSX, useEffect, useState } from 'react';
import { usePageTitle } from '#kernel/page-title.ts';
import { useAuth } from '#kernel/start-up.ts';
import { amountText } from './file-survey.tsx';
import { ImportTag, rowsText, sizeText } from './import-rows.tsx';
import { LeftOutLines } from './left-out-lines.tsx';
import css from './line-import.module.css';
import { cancelImport, fetchReport, type LineImport, useImport } from './line-import-queries.ts';
import { MappingForm } from './mapping-form.tsx';
import { ImportedLines, TakenBack } from './taken-back.tsx';

/** The parts that a count of rows leads to. */
const places = { faulty: 'import-faulty', leftOut: 'import-left-out' } as const;

/** Leads to the part that the address names, once; the import stays where it is. */
const useLedPart = (isReady: boolean): void => {
  const [search, change] = useSearch();
  const part = search.get('part');
  useEffect(() => {
    if (!isReady || part === null) return;
    leadTo(part === 'faulty' ? places.faulty : places.leftOut);
    change({ part: null }, { replace: true });
  });
};

/** A count of rows that leads to them. */
const Counted = ({ text, place }: { text: string; place: string }): JSX.Element => (
  <Button size="small" variant="ghost" onClick={() => leadTo(place)}>
    {text}
  </Button>
);

const skippedText = ({ skipped = [] }: LineImport): string =>
  skipped
    .map(({ reason, rows, amount }) => {
      const sum = amount === undefined ? '' : `（金额合计 ${amountText(amount)}）`;
      return `${reason} ${rows.toLocaleString('en-US')} 行${sum}`;
    })
    .join('，');

const mappingText = ({ mapping = [] }: LineImport): string =>
  mapping
    .map(({ field, column, value, unit }) => {
      const where = column === undefined ? `“${value ?? ''}”` : `第 ${column + 1} 列`;
      return `${lineFieldNames[field]}：${where}${unit === undefined ? '' : `（${moneyUnitNames[unit]}）`}`;
    })
    .join('，');

/** The doubts that were accepted before the start, and by whom. */
const acceptedText = ({ accepted }: LineImport): string => {
  if (accepted === undefined || accepted.outside + accepted.repeated === 0) return '';
  const { outside, repeated, by } = accepted;
  const parts = [
    ...(outside > 0 ? [`${outside.toLocaleString('en-US')} 行日期不在账期内`] : []),
    ...(repeated > 0 ? [`${repeated.toLocaleString('en-US')} 行业务编号重复而日期不同`] : []),
  ];
  return `${parts.join('，')}${by === '' ? '' : `（${by}）`}`;
};

const RowCount = ({ item }: { item: LineImport }): JSX.Element => {
  const leads = (item.badRows ?? 0) > 0 && item.status === 'rejected';
  return leads ? <Counted text={rowsText(item)} place={places.faulty} /> : <>{rowsText(item)}</>;
};

const takenInText = ({ choices }: LineImport): string =>
  choices === undefined || choices.takeIn.length === 0 ? '' : `第 ${choices.takeIn.join('、')} 行`;

const ReportButton = ({ importId }: Pick<LineImport, 'importId'>): JSX.Element => {
  const [busy, setBusy] = useState(false);
  const fetchIt = async (): Promise<void> => {
    setBusy(true);
    try {
      saveFile(await fetchReport(importId));
    } catch (error) {
      showError('ops.lineImport.report', error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button loading={busy} onClick={() => void fetchIt()}>
      下载错误行
    </Button>
  );
};

const Progress = ({ item, isSilent }: { item: LineImport; isSilent: boolean }): JSX.Element => {
  const attempt = useAttemptKey();
  const { importId, progress, isEnding, name, status } = item;
  const cancel = async (): Promise<void> => {
    try {
      await attempt({ importId }, cancelImport);
    } catch (error) {
      showError('ops.lineImport.cancel', error);
    }
  };
  return (
    <JobProgress
      label={`导入 ${name}`}
      done={progress.done}
      total={progress.total}
      text={status === 'queued' ? '排队中' : progress.text || '正在准备'}
      isEnding={isEnding}
      isSilent={isSilent}
      onCancel={() => void cancel()}
    />
  );
};

/** What became of the last run. */
const Outcome = ({
  item,
  isSilent,
  mayWrite,
}: {
  item: LineImport;
  isSilent: boolean;
  mayWrite: boolean;
}): JSX.Element | null => {
  switch (item.status) {
    case 'done':
      return <ImportedLines item={item} mayWrite={mayWrite} />;
    case 'takingBack':
      return (
        <Callout role="status">
          {isSilent ? silentText : <>正在撤回 {rowsText(item)}，可以离开，不影响撤回。</>}
        </Callout>
      );
    case 'takenBack':
      return <TakenBack item={item} />;
    case 'rejected':
      return (
        <div className={css.outcome} id={places.faulty}>
          <Callout tone="bad" role="alert">
            {rowsText(item)}
            ，没有导入任何一行。请按错误行报告改好文件后重新上传；如果是列选错了，可以在下面改正后再次导入；读不出的行，也可以在下面看过之后跳过。
          </Callout>
          {item.hasReport ? <ReportButton importId={item.importId} /> : null}
        </div>
      );
    case 'failed':
      return (
        <Callout tone="bad" role="alert">
          {item.failure}
        </Callout>
      );
    case 'cancelled':
      return <Callout>已取消，没有导入任何一行。</Callout>;
    case 'expired':
      return <Callout>文件已清理，请重新上传。</Callout>;
    case 'uploaded':
    case 'queued':
    case 'running':
      return null;
  }
};

/** One import: its file, its columns and first rows, its run, and its outcome. @source R11.6 */
export const ImportDrawer = ({ importId, onClose }: { importId: string; onClose: () => void }): JSX.Element => {
  const { state, isSilent, retry } = useImport(importId);
  const mayWrite = useAuth()['ops.billing.write'] === true;
  useLedPart(state.status === 'ready');
  usePageTitle(state.status === 'ready' ? `明细导入 ${state.data.name}` : undefined);
  return (
    <Drawer open size="large" title="明细导入" onClose={onClose}>
      <PageState
        state={state}
        loading={<Skeleton shape="row" count={6} />}
        empty={<EmptyState kind="search" title="没有这次导入" />}
        onRetry={retry}
      >
        {(item) => {
          const isOpen = ['uploaded', 'rejected', 'failed', 'cancelled'].includes(item.status);
          return (
            <div className={css.body}>
              <Facts
                columns={2}
                items={[
                  { label: '文件', value: item.name },
                  { label: '状态', value: <ImportTag {...item} /> },
                  { label: '账期', value: item.stageName },
                  { label: '大小', value: sizeText(item.size) },
                  {
                    label: '上传',
                    value: (
                      <>
                        {item.uploadedBy} <DateTime value={item.createdAt} />
                      </>
                    ),
                  },
                  { label: '导入时间', value: item.importedAt && <DateTime value={item.importedAt} /> },
                  { label: '行数', value: item.rows === undefined ? '' : <RowCount item={item} /> },
                  {
                    label: '略过',
                    value:
                      (item.skipped ?? []).length === 0 ? (
                        ''
                      ) : (
                        <Counted text={skippedText(item)} place={places.leftOut} />
                      ),
                  },
                  { label: '选择计入', value: takenInText(item) },
                  { label: '确认导入', value: acceptedText(item) },
                  { label: '列', value: isOpen ? '' : mappingText(item) },
                  { label: '文件指纹（SHA-256）', value: <code className={css.hash}>{item.sha256}</code> },
                ]}
              />
              {isUnderWay(item) ? (
                <Progress item={item} isSilent={isSilent} />
              ) : (
                <Outcome item={item} isSilent={isSilent} mayWrite={mayWrite} />
              )}
              <div id={places.leftOut}>
                {isOpen ? null : <LeftOutLines item={item} />}
                {isOpen && mayWrite ? <MappingForm key={item.importId} item={item} /> : null}
              </div>
            </div>
          );
        }}
      </PageState>
    </Drawer>
  );
};
