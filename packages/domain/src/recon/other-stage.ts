/** Rows of a ledger that were looked at, and how many of them stand in the stage that it is compared with, and in each other one. */
export interface StageHits {
  readonly rows: number;
  readonly own: number;
  readonly others: readonly { readonly stageId: string; readonly hits: number }[];
}

/** Fewer rows say nothing of a file. */
const leastRows = 5;
/** At most one row in so many stands in the file's own stage. */
const hardlyAny = 20;

/**
 * The stage that a ledger seems to be of, when most of its rows stand in that one and hardly any in the stage that it is compared with; null
 * otherwise. Of two that have as many the first by its id.
 *
 * @source R13.1
 */
export const otherStageOf = ({ rows, own, others }: StageHits): string | null => {
  if (rows < leastRows || own * hardlyAny > rows) return null;
  const [best] = [...others].sort((one, other) => other.hits - one.hits || (one.stageId < other.stageId ? -1 : 1));
  return best !== undefined && best.hits * 2 > rows ? best.stageId : null;
};
