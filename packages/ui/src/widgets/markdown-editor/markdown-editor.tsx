import { type JSX, useEffect, useState } from 'react';
import { classNames } from '../../class-names.ts';
import { Button } from '../button/button.tsx';
import { useControlLink } from '../form-field/field-context.ts';
import css from './markdown-editor.module.css';
import { linkEdit, markdownEdits, pictureEdit } from './markdown-edits.ts';
import { useEditor } from './use-editor.ts';

/** A field for Markdown, inside a `FormField`. */
export type MarkdownEditorProps = {
  /** The accessible name: the words of the field's label. */
  label: string;
  value: string;
  onValueChange: (value: string) => void;
  readOnly?: boolean;
  /** The length that is allowed. More can be typed, so that nothing pasted is cut; the field says how much is too long. */
  maxLength?: number;
  /** Asks for a picture and gives its address; without it the toolbar has no picture. */
  onPicture?: (() => Promise<string | undefined>) | undefined;
  /** Asks for a page of ours and gives its address and name; without it the toolbar links to addresses alone. */
  onLink?: (() => Promise<{ address: string; name: string } | undefined>) | undefined;
};

/**
 * Edits Markdown with headings and marks shown as such, search, undo and a toolbar. Until its chunk is loaded, and where it does not
 * load, a plain text area takes the text; nothing typed is lost. Tab leaves it.
 *
 * @source R11.3
 */
export function MarkdownEditor({
  label,
  value,
  onValueChange,
  readOnly = false,
  maxLength,
  onPicture,
  onLink,
}: MarkdownEditorProps): JSX.Element {
  const link = useControlLink();
  const note = useNote(link['aria-describedby'], link['aria-invalid']);
  const over = maxLength === undefined ? 0 : value.length - maxLength;
  const attributes: Record<string, string> = { 'aria-label': label, role: 'textbox', 'aria-multiline': 'true' };
  if (note) attributes['aria-description'] = note;
  if (link['aria-invalid'] || over > 0) attributes['aria-invalid'] = 'true';
  if (link['aria-required']) attributes['aria-required'] = 'true';
  if (readOnly) attributes['aria-readonly'] = 'true';
  const { host, plain, editor, isReady } = useEditor({ id: link.id, value, onValueChange, attributes, readOnly });
  async function addPicture(ask: () => Promise<string | undefined>): Promise<void> {
    const address = await ask();
    if (address !== undefined) editor.current?.apply(pictureEdit(address));
  }
  async function addLink(ask: NonNullable<MarkdownEditorProps['onLink']>): Promise<void> {
    const target = await ask();
    if (target !== undefined) editor.current?.apply(linkEdit(target.address, target.name));
  }
  return (
    <div className={css.frame}>
      {readOnly ? null : (
        <div role="group" aria-label="格式" className={classNames(css.tools, !isReady && css.toolsWaiting)}>
          {markdownEdits.map(({ name, key, edit }) => (
            <Button
              key={name}
              size="small"
              variant="ghost"
              {...(key && { title: `${name}（Ctrl+${key.replace('-', '+').toUpperCase()}）` })}
              onClick={() => editor.current?.apply(edit)}
            >
              {name}
            </Button>
          ))}
          {onLink ? (
            <Button size="small" variant="ghost" onClick={() => void addLink(onLink)}>
              文档链接
            </Button>
          ) : null}
          {onPicture ? (
            <Button size="small" variant="ghost" onClick={() => void addPicture(onPicture)}>
              图片
            </Button>
          ) : null}
        </div>
      )}
      <div ref={host} className={classNames(css.host, !isReady && css.hidden)} />
      {isReady ? null : (
        <textarea
          {...link}
          ref={plain}
          className={css.plain}
          rows={12}
          value={value}
          readOnly={readOnly}
          onChange={(event) => onValueChange(event.target.value)}
        />
      )}
      {maxLength === undefined ? null : (
        <p className={classNames(css.count, over > 0 && css.over)}>
          <span aria-hidden="true">
            {value.length} / {maxLength}
          </span>
          <span role="status">{over > 0 ? `超出 ${over}\u00a0个字` : ''}</span>
        </p>
      )}
    </div>
  );
}

/** The words of the field's hint or error: an id does not reach into the editor's shadow root. */
function useNote(id: string | undefined, isInvalid: true | undefined): string {
  const [note, setNote] = useState('');
  useEffect(() => {
    const place = id === undefined ? null : document.getElementById(id);
    const read = () => setNote(place?.textContent ?? '');
    read();
    if (place === null) return;
    const watch = new MutationObserver(read);
    watch.observe(place, { childList: true, characterData: true, subtree: true });
    return () => watch.disconnect();
  }, [id, isInvalid]);
  return note;
}
