import type { JSX, ReactNode } from 'react';
import { WarnIcon } from '../../widgets/icon/widget-icons.tsx';
import css from './reading-lines.module.css';

type Note = { kind: 'note' | 'question'; text: string };

/** What a file says that is counted with (`note`), and what it leaves open (`question`). */
export type ReadingNotesProps<Own extends Note> = {
  notes: readonly Own[];
  /** What a person can do about an open one. */
  actionOf?: ((note: Own) => ReactNode) | undefined;
};

/** How a file is read, below its columns. */
export function ReadingNotes<Own extends Note>({ notes, actionOf }: ReadingNotesProps<Own>): JSX.Element | null {
  if (notes.length === 0) return null;
  const ordered = [...notes.filter(({ kind }) => kind === 'question'), ...notes.filter(({ kind }) => kind === 'note')];
  return (
    <ul className={css.lines} aria-label="读取说明">
      {ordered.map((note) => (
        <li key={note.text} className={note.kind === 'question' ? css.warn : css.plain}>
          {note.kind === 'question' ? <WarnIcon size={16} className={css.icon ?? ''} /> : null}
          <span className={css.words}>
            <span>{note.text}</span>
            {note.kind === 'question' ? actionOf?.(note) : null}
          </span>
        </li>
      ))}
    </ul>
  );
}
