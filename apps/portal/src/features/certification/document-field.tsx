import type { Progress } from '@ronghui/client';
import type { FileKind } from '@ronghui/domain/file-kind';
import { Button, FormField, TextInput } from '@ronghui/ui';
import { type JSX, useState } from 'react';
import { chosenFileFault, endingsOf, storeFile, storingFault } from '#kernel/stored-file.ts';
import css from './certification.module.css';
import { Preview } from './document-preview.tsx';

/** A document on its way. */
interface Upload {
  readonly name: string;
  readonly percent: number;
  readonly cancel: () => void;
}

interface DocumentProps {
  readonly label: string;
  readonly hint: string;
  readonly kinds: readonly FileKind[];
  readonly fileId: string;
  readonly field: { readonly id: string; readonly error: string | undefined };
  readonly onStored: (fileId: string) => void;
}

/** A document that is uploaded as soon as it is chosen, and looked at before it is sent in. @source R5.7, R10.8 */
export const DocumentField = ({ label, hint, kinds, fileId, field, onStored }: DocumentProps): JSX.Element => {
  const [busy, setBusy] = useState<Upload>();
  const [fault, setFault] = useState<string>();
  const take = async (file: File): Promise<void> => {
    const wrong = chosenFileFault(file, kinds);
    setFault(wrong);
    if (wrong !== undefined) return;
    const controller = new AbortController();
    const cancel = () => controller.abort();
    setBusy({ name: file.name, percent: 0, cancel });
    const onProgress: Progress = (done, total = file.size) =>
      setBusy({ name: file.name, percent: Math.min(100, Math.floor((done / total) * 100)), cancel });
    try {
      onStored(await storeFile(file, { signal: controller.signal, onProgress }));
    } catch (error) {
      if (!controller.signal.aborted) setFault(storingFault(error));
    } finally {
      setBusy(undefined);
    }
  };
  return (
    <div className={css.document}>
      <FormField inline label={label} hint={hint} id={field.id} error={fault ?? field.error}>
        <TextInput
          type="file"
          className={css.chooser}
          prefix={fileId === '' ? '选择文件' : '重新选择'}
          accept={endingsOf(kinds)}
          disabled={busy !== undefined}
          onChange={(event) => {
            const file = event.target.files?.[0];
            if (file !== undefined) void take(file);
            event.target.value = '';
          }}
        />
      </FormField>
      <div role="status">{busy === undefined ? null : `正在上传 ${busy.name}`}</div>
      {busy === undefined ? null : <UploadBar label={label} upload={busy} />}
      {fileId !== '' && busy === undefined ? <Preview key={fileId} label={label} fileId={fileId} /> : null}
    </div>
  );
};

/** How far an upload has got, and the way out of it. What has arrived is still being looked at by the server. */
const UploadBar = ({ label, upload: { percent, cancel } }: { label: string; upload: Upload }): JSX.Element => (
  <div className={css.busy}>
    <progress aria-label={`正在上传${label}`} max={100} value={percent === 100 ? undefined : percent} />
    <span className={css.percent}>{percent === 100 ? '正在检查' : `${percent}%`}</span>
    <Button size="small" variant="ghost" aria-label={`取消上传${label}`} onClick={cancel}>
      取消
    </Button>
  </div>
);
