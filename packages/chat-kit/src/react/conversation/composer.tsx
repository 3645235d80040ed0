'use client';

import {
  type ClipboardEvent,
  type DragEvent,
  type FormHTMLAttributes,
  type ForwardedRef,
  forwardRef,
  type JSX,
  type KeyboardEvent,
  type Ref,
  useId,
  useRef,
  useState,
} from 'react';
import { acceptsFile, isSendKey, messagesOf, textLength } from '../../headless/conversation/composing.ts';
import type { OutgoingContent } from '../../headless/conversation/conversation-message.ts';
import { conversationTexts } from '../../headless/texts.ts';
import { useForwarded } from '../use-forwarded.ts';
import { AttachedFiles } from './attached-files.tsx';

type PassedOn = Omit<FormHTMLAttributes<HTMLFormElement>, 'onChange' | 'children' | 'dangerouslySetInnerHTML'>;

/** Properties of `Composer`; `className`, `style`, `id`, `data-…` and the other attributes of its form are passed on. */
export interface ComposerProps extends PassedOn {
  /** What is typed; keep it where it lasts, as a draft. */
  value: string;
  onChange: (text: string) => void;
  /** Called for each message: files first, then the text. */
  onSend: (content: OutgoingContent) => void;
  /** The reason why nothing can be sent. */
  disabled?: string | false | undefined;
  /** The most characters of a text; a counter shows from four fifths of it on. */
  limit?: number | undefined;
  /** Which files may be attached, as a file field's `accept`; `false` for none. */
  accept?: string | false | undefined;
  /** Questions that a press sends. */
  quickQuestions?: readonly string[] | undefined;
  /** A line above the field, announced: that the net is gone, or a message unsent. */
  notice?: string | undefined;
  texts?: Partial<typeof conversationTexts> | undefined;
  /** Its text field. */
  ref?: Ref<HTMLTextAreaElement> | undefined;
}

const mostRows = 5;
const countsFrom = 0.8;

/**
 * Where a message is written: Enter sends, Shift and Enter makes a line; files are chosen, pasted or dropped, and leave
 * with the next message.
 */
export const Composer = /* @__PURE__ */ forwardRef(function Composer(
  {
    value,
    onChange,
    onSend,
    disabled = false,
    limit,
    accept = '',
    quickQuestions = [],
    notice,
    texts,
    className = '',
    ...passedOn
  }: Omit<ComposerProps, 'ref'>,
  ref: ForwardedRef<HTMLTextAreaElement>,
): JSX.Element {
  const words = { ...conversationTexts, ...texts };
  const id = useId();
  const field = useForwarded(ref);
  const [files, setFiles] = useState<readonly File[]>([]);
  const length = textLength(value);
  const isTooLong = limit !== undefined && length > limit;
  const isDisabled = disabled !== false;
  const canSend = !isDisabled && !isTooLong && (value.trim() !== '' || files.length > 0);

  const send = (): void => {
    if (!canSend) return;
    for (const content of messagesOf(value, files)) onSend(content);
    setFiles([]);
    onChange('');
    field.current?.focus();
  };
  /** Attaches what is accepted; whether anything was. */
  const attach = (given: Iterable<File>): boolean => {
    if (isDisabled || accept === false) return false;
    const more = [...given].filter((file) => acceptsFile(file, accept));
    if (more.length > 0) setFiles((now) => [...now, ...more]);
    return more.length > 0;
  };
  const take = (event: ClipboardEvent | DragEvent, given: FileList): void => {
    if (attach(given)) event.preventDefault();
  };
  const line = [disabled, isTooLong && words.tooLong(limit), notice].find(Boolean);
  return (
    <form
      {...passedOn}
      className={`ck ck-composer ${className}`}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      onDragOver={(event) => {
        passedOn.onDragOver?.(event);
        // without this a page opens the dropped file in its place
        if (event.dataTransfer.types.includes('Files')) event.preventDefault();
      }}
      onDrop={(event) => {
        passedOn.onDrop?.(event);
        if (event.dataTransfer.types.includes('Files')) event.preventDefault();
        attach(event.dataTransfer.files);
      }}
    >
      <div className="ck-composer-line" role="status" id={`${id}line`}>
        {line}
      </div>
      {quickQuestions.length > 0 && (
        <ul className="ck-composer-questions" aria-label={words.quickQuestions}>
          {quickQuestions.map((question) => (
            <li key={question}>
              <button type="button" disabled={isDisabled} onClick={() => onSend({ type: 'text', content: question })}>
                {question}
              </button>
            </li>
          ))}
        </ul>
      )}
      <AttachedFiles files={files} words={words} onChange={setFiles} />
      <div className="ck-composer-row">
        {accept !== false && (
          <FileButton accept={accept} label={words.addFile} disabled={isDisabled} onFiles={attach} />
        )}
        <textarea
          ref={field}
          className="ck-composer-field"
          rows={Math.min(mostRows, value.split('\n').length)}
          aria-label={words.composer}
          aria-describedby={`${id}line`}
          aria-invalid={isTooLong || undefined}
          placeholder={words.placeholder}
          value={value}
          disabled={isDisabled}
          data-autofocus
          onChange={(event) => onChange(event.target.value)}
          onPaste={(event) => take(event, event.clipboardData.files)}
          onKeyDown={(event) => {
            if (!isSendKey(keyOf(event))) return;
            event.preventDefault();
            send();
          }}
        />
        <button type="submit" className="ck-button ck-button-primary" disabled={!canSend}>
          {words.send}
        </button>
      </div>
      {limit !== undefined && length >= limit * countsFrom && (
        <div className={`ck-composer-count ${isTooLong ? 'ck-composer-over' : ''}`}>{words.count(length, limit)}</div>
      )}
    </form>
  );
});

const keyOf = ({ key, shiftKey, altKey, keyCode, nativeEvent }: KeyboardEvent) => ({
  key,
  shiftKey,
  altKey,
  keyCode,
  isComposing: nativeEvent.isComposing,
});

interface FileButtonProps {
  accept: string;
  label: string;
  disabled: boolean;
  onFiles: (files: FileList) => void;
}

/** A button that opens the browser's choice of files. */
function FileButton({ accept, label, disabled, onFiles }: FileButtonProps): JSX.Element {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        className="ck-composer-add"
        aria-label={label}
        disabled={disabled}
        onClick={() => input.current?.click()}
      />
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={accept}
        aria-label={label}
        onChange={(event) => {
          if (event.target.files) onFiles(event.target.files);
          // the same file may be chosen again
          event.target.value = '';
        }}
      />
    </>
  );
}
