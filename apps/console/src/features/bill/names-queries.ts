import type { CallInput, CallReply } from '@ronghui/client';
import { call } from '@ronghui/web/calls/call';
import { useQuery } from '@tanstack/react-query';

/** What is looked up by its name. */
export type NamedKind = CallInput<'ops.bill.names'>['kind'];
type Named = CallReply<'ops.bill.names'>['items'][number];
/** How many names a look-up answers at most. @source contract 5 */
export const namesAtOnce = 50;

interface AskedNames {
  readonly keyword?: string;
  /** Whose projects are found. */
  readonly tenantId?: string;
  /** That one alone. */
  readonly id?: string;
  readonly isAsked?: boolean;
}

/** The first names of a kind that have a text in them, as options; empty until they are answered. */
export const useNames = (
  kind: NamedKind,
  { keyword = '', tenantId = '', id = '', isAsked = true }: AskedNames = {},
): readonly { readonly value: string; readonly label: string }[] => {
  const query = useQuery({
    queryKey: ['bill', 'names', kind, keyword, tenantId, id],
    queryFn: ({ signal }) =>
      call(
        'ops.bill.names',
        { kind, ...(keyword !== '' && { keyword }), ...(tenantId !== '' && { tenantId }), ...(id !== '' && { id }) },
        { signal },
      ),
    enabled: isAsked,
    // Products and merchants are made elsewhere: one that was made a moment ago is among them.
    staleTime: 0,
    // Of one alone there is no former answer that could stand in its place.
    placeholderData: (former) => (id === '' ? former : undefined),
  });
  return (query.data?.items ?? []).map(({ id, name }: Named) => ({ value: id, label: name }));
};
