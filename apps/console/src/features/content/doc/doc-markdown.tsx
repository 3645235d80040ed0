import { longestDocText } from '@ronghui/domain/doc';
import { FileInput, FormField, MarkdownEditor, UploadBar } from '@ronghui/ui';
import { endingsOf } from '@ronghui/web/files/chosen-file';
import { useUpload } from '@ronghui/web/files/upload';
import type { JSX } from 'react';
import { uploadPicture } from '../content-queries.ts';

const kinds = ['png', 'jpeg'] as const;
/** @unit megabytes of 1024 × 1024; the server takes 2,000,000 bytes */
const megabytes = 1.9;

interface DocMarkdownProps {
  readonly value: string;
  readonly onValueChange: (value: string) => void;
  readonly error: string | undefined;
  readonly mayWrite: boolean;
}

/** The Markdown of a document, and its pictures, each added at the end and moved from there. @source R11.3, security 4.8 */
export const DocMarkdown = ({ value, onValueChange, error, mayWrite }: DocMarkdownProps): JSX.Element => {
  const { running, fault, upload } = useUpload({
    kinds,
    megabytes,
    store: async (file, options) => (await uploadPicture({ file, ...options })).url,
    onStored: (url) => onValueChange(`${value.trimEnd()}\n\n![图片说明](${url})\n`),
  });
  return (
    <>
      <FormField
        label="正文"
        hint="Markdown：## 小标题，**重点**，- 列表；小标题末尾写 {#名称} 可固定它的链接"
        required
        error={error}
      >
        <MarkdownEditor
          label="正文"
          value={value}
          onValueChange={onValueChange}
          readOnly={!mayWrite}
          maxLength={longestDocText}
        />
      </FormField>
      {mayWrite ? (
        <FormField
          label="图片"
          hint="PNG 或 JPEG，不超过 1.9&nbsp;MB，上传后加在正文末尾，可移到需要的位置"
          error={fault}
        >
          <FileInput
            text="上传图片"
            accept={endingsOf(kinds)}
            disabled={running !== undefined}
            onChoose={([file]) => file && void upload(file)}
          />
        </FormField>
      ) : null}
      {running === undefined ? null : (
        <UploadBar label={running.name} percent={running.percent} onCancel={running.cancel} />
      )}
    </>
  );
};
