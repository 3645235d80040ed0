import { createHash } from 'node:crypto';
import type { DeskRow } from './desk-state.sql.ts';

/** What all streams of the desk have been given so far. */
export interface DeskState {
  /** Another one where anything of the queue has changed. */
  readonly version: string;
  readonly rows: ReadonlyMap<string, DeskRow>;
}

/** A hint: that there is something to ask for, and nothing of what it is. @source service 2.3 */
export type DeskHint =
  | { readonly of: 'queue'; readonly version: string }
  | { readonly of: 'conversation'; readonly conversationId: string; readonly lastSeq: number };

/** The state of what was read; its version follows from the rows alone, so that every node gives the same one. */
export const deskStateOf = (rows: readonly DeskRow[]): DeskState => {
  const digest = createHash('sha256');
  for (const { conversation_id, last_seq, mark } of rows) digest.update(`${conversation_id}/${last_seq}/${mark}\n`);
  return {
    version: digest.digest('base64url').slice(0, 22),
    rows: new Map(rows.map((row) => [row.conversation_id, row])),
  };
};

const isSame = (one: DeskRow | undefined, other: DeskRow): boolean =>
  one?.last_seq === other.last_seq && one.mark === other.mark;

/** The hints that lead from one state to the next: conversations that changed, came or left, then the queue. */
export const hintsBetween = (before: DeskState, after: DeskState): readonly DeskHint[] => {
  if (before.version === after.version) return [];
  const changed = [...after.rows.values()].filter((row) => !isSame(before.rows.get(row.conversation_id), row));
  const left = [...before.rows.values()].filter((row) => !after.rows.has(row.conversation_id));
  return [
    ...[...changed, ...left].map(
      ({ conversation_id: conversationId, last_seq: lastSeq }): DeskHint => ({
        of: 'conversation',
        conversationId,
        lastSeq,
      }),
    ),
    { of: 'queue', version: after.version },
  ];
};
