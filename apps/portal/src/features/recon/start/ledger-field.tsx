import { ledgerMegabytes } from '@ronghui/domain/file-kind';
import { Button, Callout, classNames, DateTime, FileInput, FormField, UploadBar } from '@ronghui/ui';
import { endingsOf } from '@ronghui/web/files/chosen-file';
import { useUpload } from '@ronghui/web/files/upload';
import { href } from '@ronghui/web/navigation/hash-location';
import { useLeaveGuard } from '@ronghui/web/navigation/leave-guard';
import { type DragEvent, type JSX, useRef, useState } from 'react';
import { withContact } from '#kernel/contact-link.tsx';
import { paths } from '#kernel/paths.ts';
import { saveTemplate } from '../ledger-template.ts';
import { type StoredLedger, uploadLedger } from './ledger-queries.ts';
import css from './start.module.css';
import type { ChosenLedger, NewRun } from './use-new-run.ts';

const kinds = ['csv', 'xlsx'] as const;

/** Uploads a ledger as soon as it is chosen. */
const useLedgerUpload = (name: string, setLedger: NewRun['setLedger']) => {
  const stored = useRef<ChosenLedger>(undefined);
  const upload = useUpload({
    name,
    kinds,
    megabytes: ledgerMegabytes,
    store: async (file, options) => {
      const reply: StoredLedger = await uploadLedger({ file, ...options });
      stored.current = { ...reply, name: file.name };
      return reply.ledgerId;
    },
    onStored: () => setLedger(stored.current),
  });
  useLeaveGuard(upload.running !== undefined);
  return upload;
};

/** Takes a file that is dropped on it. */
const useDrop = (onFile: (file: File) => void) => {
  const [isOver, setOver] = useState(false);
  const handle = (event: DragEvent, over: boolean) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(over);
  };
  return {
    isOver,
    props: {
      onDragEnter: (event: DragEvent) => handle(event, true),
      onDragOver: (event: DragEvent) => handle(event, true),
      onDragLeave: (event: DragEvent) => handle(event, false),
      onDrop: (event: DragEvent) => {
        handle(event, false);
        const file = event.dataTransfer.files[0];
        if (file !== undefined) onFile(file);
      },
    },
  };
};

/** The merchant's ledger: chosen or dropped, uploaded at once; a file that was compared before is named. @source R13.1, R5.7 */
export const LedgerField = ({ run: { form, ledger, isGone, setLedger } }: { run: NewRun }): JSX.Element => {
  const { running, fault, upload } = useLedgerUpload(form.id, setLedger);
  const { isOver, props } = useDrop((file) => {
    if (running === undefined) void upload(file);
  });
  const { id, error } = form.field('ledger');
  const gone = isGone ? '文件已不再保留，请重新上传' : undefined;
  return (
    <div className={css.part}>
      <div className={classNames(css.drop, isOver && css.over)} {...props}>
        <FormField
          id={id}
          label="商户账文件"
          required
          hint={`CSV（.csv、.txt）或 XLSX，最大 ${ledgerMegabytes}\u00a0MB、一百万行；也可以把文件拖到这里`}
          error={running === undefined ? withContact(fault ?? error ?? gone) : undefined}
          aside={
            <Button size="small" variant="ghost" onClick={saveTemplate}>
              下载模板
            </Button>
          }
        >
          <FileInput
            text={ledger === undefined ? '选择文件' : '重新选择'}
            accept={endingsOf(kinds)}
            disabled={running !== undefined}
            onChoose={([file]) => {
              if (file !== undefined) void upload(file);
            }}
          />
        </FormField>
        <div role="status" className={css.stored}>
          {running === undefined ? (ledger === undefined ? null : `已上传 ${ledger.name}`) : `正在上传 ${running.name}`}
        </div>
        {running === undefined ? null : (
          <UploadBar label={running.name} percent={running.percent} onCancel={running.cancel} />
        )}
      </div>
      {ledger === undefined || running !== undefined ? null : <Earlier ledger={ledger} />}
    </div>
  );
};

/** Which runs compared a file with the same bytes. */
const Earlier = ({ ledger: { earlier } }: { ledger: ChosenLedger }): JSX.Element | null =>
  earlier.length === 0 ? null : (
    <Callout tone="warn" role="status">
      内容相同的文件对过账：
      {earlier.map(({ runId, stageName, createdAt }, place) => (
        <span key={runId}>
          {place === 0 ? '' : '、'}
          <a href={href(paths.reconRun(runId))}>{stageName}</a>（<DateTime value={createdAt} />）
        </span>
      ))}
      。再对一次会多一条对账记录，原来的结果不变。
    </Callout>
  );
