import type { ContentBody } from '@ronghui/contract';
import type { RecordRow } from '../content.sql.ts';
import { auditedMoment, auditedSides } from './publication.ts';

/**
 * A draft that is stored or given up, as the trail keeps it. A colleague's that is replaced is in no version: what it had is kept here. So is the
 * moment at which the former one was to be published, which goes with it.
 *
 * @source R11.3
 */
export const replacedDraft = (
  { draft, draft_by: former, publish_at: moment }: Pick<RecordRow, 'draft' | 'draft_by' | 'publish_at'>,
  by: string,
  body: ContentBody | null,
) => {
  const after = { draft: body !== null, ...(moment !== null && { publishAt: null }) };
  if (draft === null || former === null || former === by)
    return { ...(moment !== null && { before: auditedMoment(moment) }), after };
  const sides = auditedSides(draft, body);
  return {
    before: { draftBy: former, ...auditedMoment(moment), changes: sides.before },
    after: { ...after, changes: sides.after },
  };
};
