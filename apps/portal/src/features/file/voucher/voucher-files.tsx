import { uploadMegabytes } from '@ronghui/domain/file-kind';
import { Callout, CloseIcon, FileInput, FormField, IconButton } from '@ronghui/ui';
import { chosenFileFault, endingsOf } from '@ronghui/web/files/chosen-file';
import { useLostFiles } from '@ronghui/web/files/lost-files';
import { type JSX, useRef, useState } from 'react';
import { storeFiles } from '../file-queries.ts';
import css from './voucher-files.module.css';

/** The limits of the files of a voucher. @source R5.7, R10.2 */
const filesAtMost = 5;
const kinds = ['pdf', 'png', 'jpeg'] as const;

const faultOf = (file: File): string | undefined => {
  const fault = chosenFileFault(file, kinds);
  return fault === undefined ? undefined : `${file.name}：${fault}`;
};

/** A stored file by its name. */
export interface StoredFile {
  readonly fileId: string;
  readonly name: string;
}

/**
 * The files of a voucher, limited in kind, size and number. `form` is the name of the draft; `before` are files of a returned voucher that
 * are sent again; a file that was stored by a try that failed is not sent twice.
 */
export const useVoucherFiles = (form: string, before: readonly StoredFile[] = []) => {
  const [files, setFiles] = useState<readonly File[]>([]);
  const [kept, setKept] = useState(before);
  const [fault, setFault] = useState<string>();
  const { lost, keep } = useLostFiles(form);
  const stored = useRef(new Map<File, string>());
  const choose = (next: readonly File[]): void => {
    setFiles(next);
    keep(next);
  };
  return {
    files,
    kept,
    fault,
    lost,
    isReady: (): boolean => {
      if (files.length + kept.length > 0) return true;
      setFault('请选择银行回单');
      return false;
    },
    /** Stores what is not stored yet; the ids of all. */
    store: async (): Promise<string[]> => [
      ...kept.map(({ fileId }) => fileId),
      ...(await storeFiles(files, stored.current)),
    ],
    add: (more: readonly File[]): void => {
      const right = more.filter((file) => faultOf(file) === undefined);
      const all = [...files, ...right];
      const most = filesAtMost - kept.length;
      choose(all.slice(0, most));
      setFault(
        all.length > most ? `最多 ${filesAtMost}\u00a0个文件` : more.map(faultOf).find((each) => each !== undefined),
      );
    },
    drop: (file: File): void => {
      setFault(undefined);
      choose(files.filter((each) => each !== file));
    },
    /** After they were sent. */
    clear: (): void => choose([]),
    dropKept: (fileId: string): void => {
      setFault(undefined);
      setKept((now) => now.filter((each) => each.fileId !== fileId));
    },
  };
};

type ChosenFiles = ReturnType<typeof useVoucherFiles>;

/** Where the bank's slips are chosen, and those that are. */
export const VoucherFilesField = ({ chosen }: { chosen: ChosenFiles }): JSX.Element => {
  const { files, kept, fault, lost, add, drop, dropKept } = chosen;
  const count = files.length + kept.length;
  return (
    <>
      {lost === undefined ? null : (
        <Callout tone="warn" role="status">
          {lost}
        </Callout>
      )}
      <FormField
        label="付款凭证"
        hint={`银行电子回单，PDF、PNG 或 JPEG，每个不超过 ${uploadMegabytes}\u00a0MB，最多 ${filesAtMost}\u00a0个`}
        error={fault}
      >
        <FileInput text={count === 0 ? '选择文件' : '继续添加'} accept={endingsOf(kinds)} multiple onChoose={add} />
      </FormField>
      {count === 0 ? null : (
        <ul className={css.chosen} aria-label="已选择的文件">
          {kept.map(({ fileId, name }) => (
            <ChosenFile key={fileId} name={name} onDrop={() => dropKept(fileId)} />
          ))}
          {files.map((file) => (
            <ChosenFile
              key={`${file.name} ${file.size} ${file.lastModified}`}
              name={file.name}
              onDrop={() => drop(file)}
            />
          ))}
        </ul>
      )}
    </>
  );
};

const ChosenFile = ({ name, onDrop }: { name: string; onDrop: () => void }): JSX.Element => (
  <li className={css.file}>
    <span>{name}</span>
    <IconButton size="small" label={`去掉 ${name}`} icon={<CloseIcon size={16} />} onClick={onDrop} />
  </li>
);
