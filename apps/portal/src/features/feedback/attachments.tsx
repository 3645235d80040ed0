import { type FileKind, uploadMegabytes } from '@ronghui/domain/file-kind';
import { Callout, CloseIcon, FileInput, FormField, IconButton } from '@ronghui/ui';
import { chosenFileFault, endingsOf } from '@ronghui/web/files/chosen-file';
import { useLostFiles } from '@ronghui/web/files/lost-files';
import { usePageType } from '@ronghui/web/screen/page-type';
import { type JSX, useRef, useState } from 'react';
import css from './feedback.module.css';
import { storeAttachment } from './feedback-queries.ts';

/** The limits of the files of a message. @source R5.7, R10.4 */
const filesAtMost = 5;
const kinds: readonly FileKind[] = ['pdf', 'png', 'jpeg', 'xlsx', 'csv'];
/** What a camera takes; a phone converts its own format to these. */
const pictures = 'image/jpeg,image/png';

const faultOf = (file: File): string | undefined => {
  const fault = chosenFileFault(file, kinds);
  return fault === undefined ? undefined : `${file.name}：${fault}`;
};

/**
 * The chosen files of a form, limited in kind, size and number; each is stored once, however often the form is sent. `form` is the name of
 * its draft.
 */
export const useAttachments = (form: string) => {
  const [files, setFiles] = useState<readonly File[]>([]);
  const [fault, setFault] = useState<string>();
  const { lost, keep } = useLostFiles(form);
  const stored = useRef(new Map<File, string>());
  const choose = (next: readonly File[]): void => {
    setFiles(next);
    keep(next);
  };
  return {
    files,
    fault,
    lost,
    add: (more: readonly File[]): void => {
      const all = [...files, ...more.filter((file) => faultOf(file) === undefined)];
      choose(all.slice(0, filesAtMost));
      const tooMany = all.length > filesAtMost ? `最多 ${filesAtMost}\u00a0个文件` : undefined;
      setFault(tooMany ?? more.map(faultOf).find((each) => each !== undefined));
    },
    drop: (file: File): void => {
      setFault(undefined);
      choose(files.filter((each) => each !== file));
    },
    clear: (): void => {
      choose([]);
      setFault(undefined);
    },
    /** Stores what is not stored yet, one after the other; returns the ids. */
    store: async (): Promise<string[]> => {
      for (const file of files) {
        if (!stored.current.has(file)) stored.current.set(file, await storeAttachment({ file }));
      }
      return files.flatMap((file) => stored.current.get(file) ?? []);
    },
  };
};

type Attachments = ReturnType<typeof useAttachments>;

/** Chooses attachments; on a phone its camera as well. @source R10.4 */
export const AttachmentFields = ({ chosen }: { chosen: Attachments }): JSX.Element => {
  const isPhone = usePageType() === 'H5';
  const { files, fault, lost, add, drop } = chosen;
  return (
    <>
      {lost === undefined ? null : (
        <Callout tone="warn" role="status">
          {lost}
        </Callout>
      )}
      <FormField
        label="附件（选填）"
        hint={`PDF、图片、XLSX 或 CSV，每个不超过 ${uploadMegabytes}\u00a0MB，最多 ${filesAtMost}\u00a0个`}
        error={fault}
      >
        <FileInput
          text={files.length === 0 ? '选择文件' : '继续添加'}
          accept={endingsOf(kinds)}
          multiple
          onChoose={add}
        />
      </FormField>
      {isPhone ? (
        <FormField label="现场拍照">
          <FileInput text="打开相机" accept={pictures} capture="environment" onChoose={add} />
        </FormField>
      ) : null}
      {files.length === 0 ? null : (
        <ul className={css.chosen} aria-label="已选择的附件">
          {files.map((file) => (
            <li key={`${file.name} ${file.size} ${file.lastModified}`} className={css.file}>
              <span className={css.fileName}>{file.name}</span>
              <IconButton
                size="small"
                label={`去掉 ${file.name}`}
                icon={<CloseIcon size={16} />}
                onClick={() => drop(file)}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  );
};
