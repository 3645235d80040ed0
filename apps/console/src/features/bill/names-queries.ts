import type { CallInput, CallReply } from '@ronghui/client';
import { call } from '@ronghui/web/calls/call';
import { useQuery } from '@tanstack/react-query';

/** What is looked up by its name. */
export type NamedKind = CallInput<'ops.bill.names'>['kind'];
type Named = CallReply<'ops.bill.names'>['items'][number];
/** How many names a look-up answers at most. @source contract 5 */
export const namesAtOnce = 50;

/** The first names of a kind that have a text in them, as options; empty until they are answered. `tenantId` is whose projects are found. */
export const useNames = (
  kind: NamedKind,
  { keyword = '', tenantId = '' }: { readonly keyword?: string; readonly tenantId?: string } = {},
): readonly { readonly value: string; readonly label: string }[] => {
  const query = useQuery({
    queryKey: ['bill', 'names', kind, keyword, tenantId],
    queryFn: ({ signal }) =>
      call(
        'ops.bill.names',
        { kind, ...(keyword !== '' && { keyword }), ...(tenantId !== '' && { tenantId }) },
        { signal },
      ),
    placeholderData: (former) => former,
  });
  return (query.data?.items ?? []).map(({ id, name }: Named) => ({ value: id, label: name }));
};
