import { useDraft } from '@ronghui/web/forms/draft';
import { lazyPart } from '@ronghui/web/navigation/chunks';
import type { JSX } from 'react';
import type { Agreement } from '#features/agreement/agreement-boxes.ts';
import { useChangedAgreements } from '#features/agreement/agreement-queries.ts';
import type { MatchedRoute } from '../route-table.ts';

const ChangedAgreements = lazyPart(() => import('#features/agreement/changed-agreements.tsx'));

const nothing: { readonly declined: readonly string[] } = { declined: [] };
const markOf = ({ id, version }: Agreement) => `${id}@${version}`;

/**
 * Asks the user to agree anew to changed agreements of registration, on any page of the area except the one to export data and close the
 * account.
 *
 * @source R10.6
 */
export const ChangedAgreementsPlace = ({ matched }: { matched: MatchedRoute | undefined }): JSX.Element | null => {
  const agreements = useChangedAgreements();
  const { fields, change } = useDraft('agreements-declined', nothing);
  const open = agreements.filter((each) => each.required || !fields.declined.includes(markOf(each)));
  if (open.length === 0 || matched?.name === 'safety') return null;
  const key = open.map(markOf).join(' ');
  const decline = () => change({ declined: agreements.filter(({ required }) => !required).map(markOf) });
  return <ChangedAgreements key={key} agreements={open} onDeclined={decline} />;
};
