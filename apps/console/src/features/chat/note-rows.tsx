import type { ConversationRow } from '@ronghui/chat-kit';
import { DateTime } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import type { JSX } from 'react';
import { paths } from '#kernel/paths.ts';
import css from './chat.module.css';
import type { Note } from './chat-queries.ts';

/** An internal note as a row of the list. */
interface NoteRow extends ConversationRow {
  readonly note: Note;
}

export const isNote = (row: ConversationRow): row is NoteRow => 'note' in row;

const rowOf = (note: Note): NoteRow => ({
  note,
  key: `note/${note.noteNo}`,
  dialogId: `note-${note.noteNo}`,
  seq: undefined,
  clientId: undefined,
  messageSender: 'system',
  // Shows what the page adds, and nothing else.
  messageType: 'custom',
  messageContent: note.content,
  multimediaUrl: '',
  createTime: note.at,
  status: undefined,
  card: undefined,
  words: undefined,
});

/** The rows of notes; the same ones as long as the notes are. */
export const noteRowsOf = (notes: readonly Note[]): readonly ConversationRow[] => notes.map(rowOf);

const afterOf = (row: ConversationRow): number => (isNote(row) ? row.note.afterSeq : 0);

/** The rows of a conversation with each note after the message that it follows; what is not numbered yet comes last. @source service 1.3 */
export const withNotes = (
  rows: readonly ConversationRow[],
  notes: readonly ConversationRow[],
): readonly ConversationRow[] => {
  const waiting = [...notes];
  const placed = rows.flatMap((row) => {
    const { seq = Number.POSITIVE_INFINITY } = row;
    const later = waiting.findIndex((note) => afterOf(note) >= seq);
    return [...waiting.splice(0, later === -1 ? waiting.length : later), row];
  });
  return [...placed, ...waiting];
};

/** What a note is about, in words. */
const titleOf = ({ kind, author, to }: Note): string => {
  if (kind === 'transfer') return `${author} 转交给 ${to ?? ''}`;
  return kind === 'giveBack' ? `${author} 放回排队` : `内部备注 · ${author}`;
};

/** The number of a lead, as the note says that one was made. */
const leadNumber = /(LX\d{8}-\d{8})/;

/** The words of a note; the number of a lead leads to it. @source service 5.4 */
const NoteWords = ({ text }: { readonly text: string }): JSX.Element => {
  const [before = '', ticketNo, ...after] = text.split(leadNumber);
  if (ticketNo === undefined) return <p>{text}</p>;
  return (
    <p>
      {before}
      <a href={href(paths.leads({ open: ticketNo }))}>{ticketNo}</a>
      {after.join('')}
    </p>
  );
};

/** An internal note, which the customer does not see. @source service 1.3 */
export const NoteBox = ({ note }: { readonly note: Note }): JSX.Element => (
  <div className={css.note} role="note">
    <p className={css.noteHead}>
      {titleOf(note)} · <DateTime value={note.at} />
    </p>
    {note.content !== '' && <NoteWords text={note.content} />}
  </div>
);
