import { errorText } from '@ronghui/client';
import { type ExportFormat, exportFormatNames, exportFormats, exportKindNames } from '@ronghui/domain/export';
import { isUnderWay } from '@ronghui/domain/job';
import { Button, Callout, Dialog, Facts, formatDateTime, JobProgress, RadioGroup } from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { saveFile } from '@ronghui/web/files/save-file';
import { href } from '@ronghui/web/navigation/hash-location';
import { showError } from '@ronghui/web/screen/toasts';
import { type JSX, useEffect, useRef, useState } from 'react';
import { paths } from '#kernel/paths.ts';
import css from './export.module.css';
import type { ExportedPage } from './export-button.tsx';
import {
  cancelExport,
  createExport,
  downloadExport,
  type Export,
  type ExportTarget,
  useLiveExport,
} from './export-queries.ts';
import { progressText } from './export-rows.tsx';
import { filterWords } from './filter-words.ts';

const formats = exportFormats.map((value) => ({
  value,
  label: exportFormatNames[value],
  hint: value === 'xlsx' ? '适合查看与核对，金额可直接计算' : '适合导入其他系统',
}));

const countText = ({ total, totalIsExact }: Pick<ExportedPage, 'total' | 'totalIsExact'>): string | undefined =>
  total === undefined ? undefined : `${total.toLocaleString('en-US')} 行${totalIsExact ? '' : '以上'}`;

type ExportDialogProps = { page: ExportedPage; target: ExportTarget; onClose: () => void };

/** Asks for the format; then it shows the progress, and saves the file when it is made. */
export const ExportDialog = ({ page, target, onClose }: ExportDialogProps): JSX.Element => {
  const [format, setFormat] = useState<ExportFormat>('xlsx');
  const [asked, setAsked] = useState<Export>();
  const [busy, setBusy] = useState(false);
  const attempt = useAttemptKey();
  const [refusal, setRefusal] = useState<string>();
  const start = async (): Promise<void> => {
    setBusy(true);
    setRefusal(undefined);
    try {
      setAsked(await attempt({ ...target, format }, createExport));
    } catch (error) {
      setRefusal(errorText('export.create', error));
    } finally {
      setBusy(false);
    }
  };
  const title = `导出${exportKindNames[target.kind]}`;
  if (asked !== undefined) return <Progress title={title} asked={asked} onClose={onClose} />;
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button variant="primary" loading={busy} onClick={() => void start()}>
            开始导出
          </Button>
        </>
      }
    >
      <div className={css.dialog}>
        <Facts
          items={[
            { label: '筛选条件', value: filterWords(page.fields, page.values) },
            { label: '数量', value: countText(page) },
          ]}
        />
        <RadioGroup
          label="格式"
          options={formats}
          value={format}
          onValueChange={(value) => setFormat(exportFormats.find((one) => one === value) ?? 'xlsx')}
        />
        {refusal === undefined ? null : (
          <Callout tone="bad" role="alert">
            {refusal}
          </Callout>
        )}
      </div>
    </Dialog>
  );
};

/** What has become of it, in a sentence. */
const sentenceOf = ({ status, failure, name, expiresAt }: Export, isSaved: boolean): string => {
  switch (status) {
    case 'done': {
      if (!isSaved) return `${name} 已生成。`;
      const until = expiresAt === undefined ? '到期' : `${formatDateTime(expiresAt)} `;
      return `${name} 已下载，${until}前还可以在“导出任务”里再次下载。`;
    }
    case 'failed':
      return failure;
    case 'cancelled':
      return '导出已取消。';
    case 'expired':
      return '导出文件已过期，请重新导出。';
    case 'queued':
    case 'running':
      return '可以关闭这个窗口，生成后会通知您，也可以在“导出任务”里下载。';
  }
};

const Progress = ({ title, asked, onClose }: { title: string; asked: Export; onClose: () => void }): JSX.Element => {
  const live = useLiveExport(asked);
  const [isSaved, setSaved] = useState(false);
  const attempt = useAttemptKey();
  const { exportId, status } = live;
  const isFetched = useRef(false);
  useEffect(() => {
    if (status !== 'done' || isFetched.current) return;
    isFetched.current = true;
    downloadExport(exportId).then(
      (download) => {
        saveFile(download);
        setSaved(true);
      },
      (error: unknown) => showError('export.download', error),
    );
  }, [status, exportId]);
  const cancel = () =>
    void attempt({ exportId }, cancelExport).catch((error: unknown) => showError('export.cancel', error));
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button href={href(paths.exports())}>导出任务</Button>
          <Button variant="primary" onClick={onClose}>
            {isUnderWay(live) ? '在后台继续' : '完成'}
          </Button>
        </>
      }
    >
      <div className={css.dialog}>
        {isUnderWay(live) ? (
          <JobProgress
            label={title}
            done={live.progress.done}
            total={live.progress.total}
            text={progressText(live)}
            isEnding={live.isEnding}
            isSilent={live.isSilent}
            onCancel={cancel}
          />
        ) : null}
        <p role="status">{sentenceOf(live, isSaved)}</p>
      </div>
    </Dialog>
  );
};
