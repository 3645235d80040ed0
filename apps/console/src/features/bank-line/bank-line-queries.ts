import type { CallInput, CallReply } from '@ronghui/client';
import { call } from '@ronghui/web/calls/call';
import { mutation } from '@ronghui/web/queries/mutation';
import { invalidate } from '@ronghui/web/queries/query-client';
import { readWhenOpened } from '@ronghui/web/queries/read-when-opened';
import { queryStatus, recordStatus } from '@ronghui/web/state/query-status';
import { keepPreviousData, useQuery } from '@tanstack/react-query';

/** What a file is read as, and what its import would do. */
export type Preview = CallReply<'ops.bankLine.preview'>;
export type Mapping = Preview['mapping'];

/** How a file is read: the account that it is of, and what a person decides about it. */
export interface Asked {
  readonly ownAccount: string;
  readonly isFiltered: boolean;
  readonly leaveOutFaulty: number;
  readonly mapping: Mapping | undefined;
}

/** The accounts of ours that statements are of. */
export const useAccounts = () => {
  const query = useQuery({
    ...readWhenOpened,
    queryKey: ['bankLine', 'accounts'],
    queryFn: ({ signal }) => call('ops.bankLine.accounts', {}, { signal }),
  });
  return { query, state: queryStatus('ops.bankLine.accounts', query, ({ items }) => items.length === 0) };
};

const payloadOf = ({ ownAccount, isFiltered, leaveOutFaulty }: Asked) => ({
  ownAccount,
  isFiltered,
  choices: { takeIn: [], leaveOutFaulty },
});

/** Looks through a chosen file, again for each other way to read it. @source receipts 2.1 */
export const usePreview = (file: File, { mapping, ...asked }: Asked) => {
  const query = useQuery({
    queryKey: ['bankLine', 'preview', `${file.name} ${file.size} ${file.lastModified}`, mapping, asked],
    queryFn: ({ signal }) => {
      const payload = { ...payloadOf({ ...asked, mapping }), ...(mapping !== undefined && { mapping }) };
      return call('ops.bankLine.preview', payload, { file, signal });
    },
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  return { query, state: recordStatus('ops.bankLine.preview', query) };
};

interface Sent {
  readonly file: File;
  readonly asked: Asked;
  readonly mapping: Mapping;
}

/** Imports a file as it was looked through. */
export const importStatement = mutation({
  mutationKey: ['bankLine', 'import'],
  mutationFn: ({ file, asked, mapping }: Sent) => {
    const payload: Omit<CallInput<'ops.bankLine.import'>, 'name' | 'size' | 'sha256'> = {
      ...payloadOf(asked),
      mapping,
    };
    return call('ops.bankLine.import', payload, { file });
  },
  onSettled: () =>
    void invalidate(
      ['receipt', 'list'],
      ['receipt', 'detail'],
      ['receipt', 'exact'],
      ['receipt', 'proposals'],
      ['bankLine'],
    ),
});
