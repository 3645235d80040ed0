import { Button } from '@ronghui/ui';
import { type JSX, useEffect, useState } from 'react';
import css from './chat-page.module.css';
import { type ChatFile, useChatFile } from './chat-queries.ts';

interface FileProps {
  readonly file: ChatFile & { readonly kind: 'image' | 'file' };
}

const kilobyte = 1024;
const megabyte = kilobyte * kilobyte;
const sizeOf = (bytes: number): string =>
  bytes < megabyte ? `${Math.ceil(bytes / kilobyte)}\u00a0KB` : `${Math.ceil(bytes / (megabyte / 10)) / 10}\u00a0MB`;

/** Until a picture that leaves the page is no longer decoded, nor a file saved. @unit ms */
const keptMs = 10_000;

interface SavedProps {
  readonly blob: Blob;
  readonly name: string;
  readonly isPicture: boolean;
}

/** What was read, as a link that saves it. Its address lasts as long as it is shown. */
const Saved = ({ blob, name, isPicture }: SavedProps): JSX.Element => {
  const [address] = useState(() => URL.createObjectURL(blob));
  useEffect(() => () => void setTimeout(() => URL.revokeObjectURL(address), keptMs), [address]);
  return (
    <a href={address} download={name}>
      {isPicture ? <img src={address} alt={`图片 ${name}`} /> : '保存到本机'}
    </a>
  );
};

/** A picture or file of a message, read with the reader's own rights; a file is read once it is asked for. @source service 1.2 */
export const MessageFile = ({ file }: FileProps): JSX.Element => {
  const { name, size, kind } = file;
  const isPicture = kind === 'image';
  const { data, isError, isFetching, refetch } = useChatFile(file, isPicture);
  return (
    <div className={isPicture ? css.picture : css.document} aria-busy={isFetching}>
      {!isPicture && <span>{name}</span>}
      {data !== undefined && <Saved blob={data.blob} name={name} isPicture={isPicture} />}
      {isError && <p role="alert">{isPicture ? '图片没有取到' : '文件没有取到'}</p>}
      {data === undefined && (isError || !isPicture) && (
        <Button size="small" loading={isFetching} onClick={() => void refetch()}>
          {isError ? '重试' : `下载 ${sizeOf(size)}`}
        </Button>
      )}
    </div>
  );
};
