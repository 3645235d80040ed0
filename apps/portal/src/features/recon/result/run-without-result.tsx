import { Button, Callout, Card, EmptyState } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import { showError } from '@ronghui/web/screen/toasts';
import { type JSX, useState } from 'react';
import { pagePath, paths } from '#kernel/paths.ts';
import css from './result.module.css';
import { type Run, saveReport } from './result-queries.ts';
import { counted } from './result-words.ts';
import { RunFacts } from './run-facts.tsx';
import { AgainButton } from './steps/again-button.tsx';
import { RemapLink } from './steps/remap-link.tsx';
import { RemoveButton } from './steps/remove-button.tsx';

/** A run that ended without a result: why, and what to do. */
export const RunWithoutResult = ({ run, onRemove }: { run: Run; onRemove: () => void }): JSX.Element => {
  const { runId, status, failure, hasReport, badRows = 0, seemsOf, removedAt } = run;
  const [busy, setBusy] = useState(false);
  const fetchReport = async (): Promise<void> => {
    setBusy(true);
    try {
      await saveReport(runId);
    } catch (error) {
      showError('recon.report', error);
    } finally {
      setBusy(false);
    }
  };
  if (removedAt !== undefined)
    return (
      <Card title="商户账已删除">
        <RunFacts run={run} />
      </Card>
    );
  if (status === 'failed')
    return (
      <Card title="对账没有完成">
        <div className={css.stack}>
          <Callout tone="bad" role="alert">
            {failure === '' ? '对账没有完成，请重新对账。' : failure}
          </Callout>
          {badRows > 0 ? (
            <p>
              共 {counted(badRows, '行')}
              读不出来，下载的文件逐行说明原因。改好商户账后请重新上传；是列认错了的，修改各列即可，不必重新上传。
            </p>
          ) : null}
          <div className={css.buttons}>
            {hasReport ? (
              <Button variant="primary" loading={busy} onClick={() => void fetchReport()}>
                下载读不出的行
              </Button>
            ) : null}
            {/* The same file would fail by the same rows. */}
            {badRows > 0 ? null : (
              <AgainButton run={run} isPrimary={seemsOf === undefined} anyStage={seemsOf !== undefined} />
            )}
            {seemsOf === undefined ? null : (
              <Button
                variant="primary"
                href={href(paths.reconNew({ stageId: seemsOf.stageId, direction: run.direction, runId }))}
              >
                改对“{seemsOf.stageName}”
              </Button>
            )}
            <Button href={href(pagePath('reconManagement'))}>换一份商户账</Button>
            <RemapLink run={run} />
            <RemoveButton run={run} onRemove={onRemove} />
          </div>
          <RunFacts run={run} />
        </div>
      </Card>
    );
  return (
    <EmptyState
      title={status === 'cancelled' ? '这次对账已取消' : '这次对账的结果已过保留期'}
      text={status === 'cancelled' ? '没有结果，商户账文件仍按保留期保存。' : '商户账的文件名、大小与校验码仍然保留。'}
      action={
        <span className={css.buttons}>
          <AgainButton run={run} isPrimary />
          <RemoveButton run={run} onRemove={onRemove} />
        </span>
      }
    />
  );
};
