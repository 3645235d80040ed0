import type { ContentBody } from '@ronghui/contract';
import type { RecordRow } from '../content.sql.ts';
import { auditedSides } from './publication.ts';

/**
 * A draft that is stored or given up, as the trail keeps it. A colleague's that is replaced is in no version: what it had is kept here.
 *
 * @source R11.3
 */
export const replacedDraft = (
  { draft, draft_by: former }: Pick<RecordRow, 'draft' | 'draft_by'>,
  by: string,
  body: ContentBody | null,
) => {
  const after = { draft: body !== null };
  if (draft === null || former === null || former === by) return { after };
  const sides = auditedSides(draft, body);
  return { before: { draftBy: former, changes: sides.before }, after: { ...after, changes: sides.after } };
};
