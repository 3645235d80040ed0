import { useDraft } from '@ronghui/web/forms/draft';
import { lazyPart } from '@ronghui/web/navigation/chunks';
import type { JSX } from 'react';
import type { Agreement } from '#features/agreement/consents.ts';
import { useSummary } from '#features/home/home-queries.ts';
import type { MatchedRoute } from '../route-table.ts';

const ChangedTexts = lazyPart(() => import('#features/agreement/changed-texts.tsx'));

const nothing: { readonly declined: readonly string[] } = { declined: [] };
const markOf = ({ id, version }: Agreement) => `${id}@${version}`;

/**
 * The texts of registration that a person has to agree to anew, over whatever page of the area they are on. Where one takes one's data along
 * and closes the account nobody has to agree first.
 *
 * @source R10.6
 */
export const ChangedTextsPlace = ({ matched }: { matched: MatchedRoute | undefined }): JSX.Element | null => {
  const texts = useSummary().data?.staleAgreements ?? [];
  const { fields, change } = useDraft('agreements-declined', nothing);
  const open = texts.filter((text) => text.required || !fields.declined.includes(markOf(text)));
  if (open.length === 0 || matched?.name === 'safety') return null;
  const key = open.map(markOf).join(' ');
  const decline = () => change({ declined: texts.filter(({ required }) => !required).map(markOf) });
  return <ChangedTexts key={key} texts={open} onDeclined={decline} />;
};
