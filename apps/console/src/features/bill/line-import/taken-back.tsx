import { Button, Callout, DateTime, Dialog, FormField, FormStack, SubmitActions, TextArea } from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { useForm } from '@ronghui/web/forms/form';
import { requiredHint } from '@ronghui/web/forms/hints';
import { type JSX, useState } from 'react';
import { rowsText } from './import-rows.tsx';
import css from './line-import.module.css';
import { type LineImport, takeBackImport } from './line-import-queries.ts';

/** Says what taking an import back does, takes the reason, and starts it. @source R11.6 */
const TakeBackDialog = ({ item, onClose }: { item: LineImport; onClose: () => void }): JSX.Element => {
  const { importId, version, name, stageName } = item;
  const attempt = useAttemptKey();
  const form = useForm({
    name: `take-back-${importId}`,
    initial: { reason: '' },
    hints: ({ reason }) => ({ reason: requiredHint(reason, '撤回的原因') }),
  });
  const send = async (): Promise<void> => {
    await attempt({ importId, version, reason: form.fields.reason }, takeBackImport);
    form.clear();
    onClose();
  };
  return (
    <Dialog
      open
      title={`撤回导入 ${name}`}
      onClose={onClose}
      actions={
        <SubmitActions form={form} variant="danger" onCancel={onClose}>
          撤回导入
        </SubmitActions>
      }
    >
      <FormStack id={form.id} aria-label="撤回导入" onSubmit={(event) => form.submit(event, { send })}>
        <p>
          将从账期“{stageName}”移除这次导入的 {rowsText(item)}
          明细，全部移除，不能只撤回一部分。账期已有的账单草稿会一并清除，需要重新生成。导入记录会保留，同一文件可以再次上传导入。
        </p>
        <FormField label="撤回的原因" required {...form.field('reason')}>
          <TextArea {...form.control('reason')} maxLength={500} />
        </FormField>
      </FormStack>
    </Dialog>
  );
};

/** An import whose lines are stored, and the way to take them back while their stage is open. */
export const ImportedLines = ({ item, mayWrite }: { item: LineImport; mayWrite: boolean }): JSX.Element => {
  const [isAsking, setAsking] = useState(false);
  return (
    <div className={css.outcome}>
      {item.takeBackFailure === undefined ? null : (
        <Callout tone="bad" role="alert">
          {item.takeBackFailure}
        </Callout>
      )}
      <Callout role="status">
        已导入 {rowsText(item)}
        {item.canTakeBack === true ? '，可以生成账单了。' : '。'}
      </Callout>
      {item.canTakeBack === true && mayWrite ? <Button onClick={() => setAsking(true)}>撤回导入</Button> : null}
      {isAsking ? <TakeBackDialog item={item} onClose={() => setAsking(false)} /> : null}
    </div>
  );
};

/** An import whose lines are gone: by whom, when and why. */
export const TakenBack = ({ item }: { item: LineImport }): JSX.Element => (
  <Callout role="status">
    {item.takenBack === undefined ? null : (
      <>
        <DateTime value={item.takenBack.at} /> 由 {item.takenBack.by} 撤回，
      </>
    )}
    {rowsText(item)}明细已从账期移除
    {item.takenBack === undefined ? '' : `，原因：${item.takenBack.reason}`}。需要时请重新上传文件。
  </Callout>
);
