import { Button, DateTime, JobProgress } from '@ronghui/ui';
import { saveFile } from '@ronghui/web/files/save-file';
import { showError } from '@ronghui/web/screen/toasts';
import { type JSX, useState } from 'react';
import { useKeptFocus } from './kept-focus.ts';
import css from './safety.module.css';
import { cancelOwnExport, downloadOwnExport, type OwnExport, startOwnExport, useOwnExport } from './safety-queries.ts';

/** The state of the last export in a sentence; null while it runs, and without one. */
const sentenceOf = (last: OwnExport | null): JSX.Element | string | null => {
  if (last === null) return null;
  switch (last.status) {
    case 'done':
      return (
        <>
          已生成，
          <DateTime value={last.expiresAt} /> 前可以下载。
        </>
      );
    case 'failed':
      return last.failure;
    case 'cancelled':
      return '上次导出已取消。';
    case 'expired':
      return '上次导出的文件已过期，请重新导出。';
    case 'queued':
    case 'running':
      return null;
  }
};

/** Exports the user's data: starts the export, polls it and downloads it. A running one is found again after a reload. @source R10.9 */
export const OwnDataExport = (): JSX.Element => {
  const { last, isUnderWay, isKnown, hasFailed, retry } = useOwnExport();
  const [busy, setBusy] = useState(false);
  const act = async (operationId: Parameters<typeof showError>[0], work: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      showError(operationId, error);
    } finally {
      setBusy(false);
    }
  };
  const start = () => void act('user.exportData', startOwnExport);
  const save = (exportId: string) =>
    void act('user.exportDataDownload', async () => saveFile(await downloadOwnExport(exportId)));
  const sentence = sentenceOf(last);
  const row = useKeptFocus<HTMLLIElement>(`${last?.status ?? 'none'} ${last?.isEnding ?? false} ${hasFailed} ${busy}`);
  return (
    <li {...row} className={css.row}>
      <div className={css.words}>
        <p>导出个人信息</p>
        <p className={css.note}>
          账号、所属商户、授权、订单、登录记录与通知，以 JSON 与 CSV 打包下载。文件含完整手机号，请妥善保管。
        </p>
        {sentence === null ? null : (
          <p className={css.state} role="status">
            {sentence}
          </p>
        )}
        {hasFailed ? (
          <p className={css.state} role="status">
            导出的状态没有取到。
            <Button size="small" variant="ghost" onClick={retry}>
              重新获取
            </Button>
          </p>
        ) : null}
      </div>
      {last?.status === 'done' ? (
        <Button size="small" loading={busy} onClick={() => save(last.exportId)}>
          下载
        </Button>
      ) : null}
      {isUnderWay && last !== null ? (
        <JobProgress
          label="导出个人信息"
          done={last.progress.done}
          total={last.progress.total}
          text={last.status === 'queued' ? '正在排队' : last.progress.text || '正在准备'}
          isEnding={last.isEnding || busy}
          isSilent={hasFailed}
          onCancel={() => void act('user.exportDataCancel', () => cancelOwnExport(last.exportId))}
        />
      ) : (
        <Button
          size="small"
          variant={last?.status === 'done' ? 'ghost' : 'secondary'}
          loading={busy && last?.status !== 'done'}
          disabled={!isKnown}
          onClick={start}
        >
          {labelOf(last)}
        </Button>
      )}
    </li>
  );
};

const labelOf = (last: OwnExport | null): string => {
  if (last?.status === 'failed') return '重试';
  return last?.status === 'done' || last?.status === 'expired' ? '重新导出' : '导出';
};
