import type { ConversationRow } from '@ronghui/chat-kit';
import { BlobPicture, Button } from '@ronghui/ui';
import { saveFile } from '@ronghui/web/files/save-file';
import type { JSX, ReactNode } from 'react';
import css from './file.module.css';
import { type ChatFile, useChatFile } from './file-queries.ts';

/** A picture or file as the transport gives it. */
interface FileCard extends ChatFile {
  readonly kind: 'image' | 'file';
}

const fileOf = ({ card }: ConversationRow): FileCard | undefined =>
  'fileId' in Object(card) ? (card as FileCard) : undefined;

/** What takes the place of a message that shows a picture or file. */
export const renderFile = (_message: unknown, row: ConversationRow): ReactNode => {
  const file = fileOf(row);
  return file && <MessageFile file={file} />;
};

/** Read with the reader's own rights; the frame of a picture stands from the start. @source service 1.2 */
export const MessageFile = ({ file }: { readonly file: FileCard }): JSX.Element => {
  const isPicture = file.kind === 'image';
  const { data, isError, isFetching, refetch } = useChatFile(file, isPicture);
  const save = async (): Promise<void> => {
    const read = data ?? (await refetch()).data;
    if (read !== undefined) saveFile(read);
  };
  return (
    <div className={css.file}>
      {isPicture && (
        <div className={css.picture} aria-busy={data === undefined && !isError}>
          {data !== undefined && <BlobPicture blob={data.blob} alt={file.name} />}
        </div>
      )}
      {!isPicture && <span>{file.name}</span>}
      <Button
        size="small"
        variant="ghost"
        loading={isFetching && !isPicture}
        onClick={() => void save()}
        aria-label={`下载 ${file.name}`}
      >
        下载
      </Button>
      {isError && <p role="alert">没有取到，请重试</p>}
    </div>
  );
};
