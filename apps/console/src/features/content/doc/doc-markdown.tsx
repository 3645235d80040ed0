import { longestDocText } from '@ronghui/domain/doc';
import { FormField, MarkdownEditor } from '@ronghui/ui';
import { type JSX, useState } from 'react';
import { type DocLink, LinkDialog } from './link-dialog.tsx';
import { PictureDialog } from './picture-dialog.tsx';

interface DocMarkdownProps {
  readonly value: string;
  readonly onValueChange: (value: string) => void;
  readonly error: string | undefined;
  readonly mayWrite: boolean;
}

/** What the editor waits for: it is given what was chosen, or nothing. */
type Asked =
  | { readonly kind: 'picture'; readonly answer: (address: string | undefined) => void }
  | { readonly kind: 'link'; readonly answer: (link: DocLink | undefined) => void };

/** The Markdown of a document; links to other documents and pictures are put where the cursor stands. @source R11.3, security 4.8 */
export const DocMarkdown = ({ value, onValueChange, error, mayWrite }: DocMarkdownProps): JSX.Element => {
  const [asked, setAsked] = useState<Asked>();
  const close = (): void => {
    asked?.answer(undefined);
    setAsked(undefined);
  };
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
          onPicture={() => new Promise((answer) => setAsked({ kind: 'picture', answer }))}
          onLink={() => new Promise((answer) => setAsked({ kind: 'link', answer }))}
        />
      </FormField>
      {asked?.kind === 'picture' ? (
        <PictureDialog
          onStored={(address) => {
            asked.answer(address);
            setAsked(undefined);
          }}
          onClose={close}
        />
      ) : null}
      {asked?.kind === 'link' ? (
        <LinkDialog
          onLink={(link) => {
            asked.answer(link);
            setAsked(undefined);
          }}
          onClose={close}
        />
      ) : null}
    </>
  );
};
