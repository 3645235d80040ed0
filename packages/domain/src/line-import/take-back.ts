/** What decides whether the lines of an import can be taken back. */
export interface ImportedLines {
  readonly isImported: boolean;
  /** Its lines say from which import they are; those that were imported before there was such a mark do not. */
  readonly isMarked: boolean;
  readonly isStageIssued: boolean;
}

/** Why lines cannot be taken back. */
export type TakeBackFault = 'notImported' | 'issued' | 'unmarked';

/**
 * Why the lines of an import cannot be taken back; null where they can: all of them, as long as their stage is open. Lines of an open stage stand
 * on no issued bill and are corrected by none; drafts that hold them are drawn up again. Lines of an issued stage never change.
 *
 * @source billing.md, lines; R11.6
 */
export const takeBackFault = ({ isImported, isMarked, isStageIssued }: ImportedLines): TakeBackFault | null => {
  if (!isImported) return 'notImported';
  if (isStageIssued) return 'issued';
  return isMarked ? null : 'unmarked';
};
