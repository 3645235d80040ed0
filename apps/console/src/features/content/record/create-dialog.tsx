import { CallError } from '@ronghui/client';
import type { KeyedRecord } from '@ronghui/domain/content';
import { Button, Dialog, FormField, TextInput } from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { navigate } from '@ronghui/web/navigation/hash-location';
import { showError } from '@ronghui/web/screen/toasts';
import { type JSX, useState } from 'react';
import css from '../content.module.css';
import { type BodyOf, createRecord } from '../content-queries.ts';

export interface CreateDialogProps<Name extends KeyedRecord> {
  /** What one is called: 产品. */
  readonly noun: string;
  /** The body of a new one. */
  readonly bodyOf: (key: string, title: string) => BodyOf<Name>;
  readonly pathOf: (key: string) => string;
  readonly onClose: () => void;
}

const isKey = (text: string): boolean => text.length <= 64 && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text);

/** Asks for the name and the key of a new record, and opens it as a draft. The key is in addresses and never changes. @source R11.3 */
export const CreateDialog = <Name extends KeyedRecord>({
  noun,
  bodyOf,
  pathOf,
  onClose,
}: CreateDialogProps<Name>): JSX.Element => {
  const [title, setTitle] = useState('');
  const [key, setKey] = useState('');
  const [wrong, setWrong] = useState<{ readonly title?: string; readonly key?: string }>({});
  const [running, setRunning] = useState(false);
  const attempt = useAttemptKey();
  const create = async (): Promise<void> => {
    const faults = {
      ...(title.trim() === '' && { title: '请填写名称' }),
      ...(!isKey(key) && { key: '只能用小写字母、数字和连字符，如 e-invoice' }),
    };
    setWrong(faults);
    if (running || Object.keys(faults).length > 0) return;
    setRunning(true);
    try {
      await attempt({ body: bodyOf(key, title.trim()) }, createRecord);
      onClose();
      navigate(pathOf(key));
    } catch (error) {
      const fault = error instanceof CallError ? error.fields.find(({ path }) => path === 'body.key') : undefined;
      if (fault === undefined) showError('ops.content.create', error);
      else setWrong({ key: fault.message });
    } finally {
      setRunning(false);
    }
  };
  return (
    <Dialog
      open
      title={`新建${noun}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button variant="primary" loading={running} onClick={() => void create()}>
            新建草稿
          </Button>
        </>
      }
    >
      <div className={css.stack}>
        <FormField label="名称" required error={wrong.title}>
          <TextInput value={title} onValueChange={setTitle} maxLength={60} />
        </FormField>
        <FormField label="标识" hint="用在网址里，以后不能修改：小写字母、数字和连字符" required error={wrong.key}>
          <TextInput value={key} onValueChange={setKey} maxLength={64} placeholder="e-invoice" />
        </FormField>
      </div>
    </Dialog>
  );
};
