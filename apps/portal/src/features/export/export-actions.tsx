import { isUnderWay } from '@ronghui/domain/job';
import { Button } from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { saveFile } from '@ronghui/web/files/save-file';
import { showError, showToast } from '@ronghui/web/screen/toasts';
import { type JSX, useState } from 'react';
import { cancelExport, createExport, downloadExport, type Export, useLiveExport } from './export-queries.ts';

/** What can be done with an export: fetch it, cancel it, or ask for it once more. @source R10.5 */
export const ExportActions = ({ item }: { item: Export }): JSX.Element | null => {
  const live = useLiveExport(item);
  const [busy, setBusy] = useState(false);
  const attempt = useAttemptKey();
  const { exportId, kind, format, filter, name } = live;
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
  if (isUnderWay(live)) {
    return (
      <Button
        size="small"
        variant="ghost"
        loading={busy}
        disabled={live.isEnding}
        aria-label={`取消 ${name}`}
        onClick={() => void act('export.cancel', () => attempt({ exportId }, cancelExport))}
      >
        取消
      </Button>
    );
  }
  if (live.status === 'done') {
    return (
      <Button
        size="small"
        loading={busy}
        aria-label={`下载 ${name}`}
        onClick={() => void act('export.download', async () => saveFile(await downloadExport(exportId)))}
      >
        下载
      </Button>
    );
  }
  return (
    <Button
      size="small"
      variant="ghost"
      loading={busy}
      aria-label={`再试一次 ${name}`}
      onClick={() =>
        void act('export.create', async () => {
          await attempt({ kind, format, filter }, createExport);
          showToast('ok', '已重新开始导出');
        })
      }
    >
      再试一次
    </Button>
  );
};
