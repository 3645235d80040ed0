import { Button, Callout, DateTime, silentText } from '@ronghui/ui';
import { saveFile } from '@ronghui/web/files/save-file';
import { showError } from '@ronghui/web/screen/toasts';
import { type JSX, useState } from 'react';
import css from './audit.module.css';
import { fetchExport, isMaking, type TrailExport } from './audit-queries.ts';

/** How far the last export is, why it failed, or the way to its file. @source R11.7 */
export const ExportState = ({ last, isSilent }: { last: TrailExport; isSilent: boolean }): JSX.Element | null => {
  const [isSaving, setSaving] = useState(false);
  const save = async (): Promise<void> => {
    setSaving(true);
    try {
      saveFile(await fetchExport(last.exportId));
    } catch (error) {
      showError('ops.audit.download', error);
    } finally {
      setSaving(false);
    }
  };
  if (isMaking(last))
    return (
      <div className={css.above} role="status">
        <Callout>
          {isSilent
            ? silentText
            : `正在导出审计记录，已写入 ${last.done.toLocaleString('en-US')}\u00a0条。可以离开本页，完成后在这里下载。`}
        </Callout>
      </div>
    );
  if (last.status === 'failed')
    return (
      <div className={css.above} role="status">
        <Callout tone="warn">审计记录没有导出：{last.failure ?? ''}</Callout>
      </div>
    );
  if (last.status !== 'done') return null;
  return (
    <div className={css.above} role="status">
      <Callout>
        <span className={css.head}>
          <span>
            审计记录已导出
            {last.expiresAt === undefined ? null : (
              <>
                ，文件保留至 <DateTime value={last.expiresAt} />
              </>
            )}
          </span>
          <Button size="small" loading={isSaving} onClick={() => void save()}>
            下载 CSV
          </Button>
        </span>
      </Callout>
    </div>
  );
};
