import type { CallInput, CallReply } from '@ronghui/client';
import { call } from '@ronghui/web/calls/call';
import { useListPage } from '@ronghui/web/queries/list-page';
import { mutation } from '@ronghui/web/queries/mutation';
import { invalidate } from '@ronghui/web/queries/query-client';
import { readWhenOpened } from '@ronghui/web/queries/read-when-opened';
import { useQuery } from '@tanstack/react-query';

/** A rule in the list, a version of it, and what a trial answers. */
export type FeeRule = CallReply<'ops.feeRule.page'>['items'][number];
export type FeeRuleVersion = FeeRule['latest'];
export type Trial = CallReply<'ops.feeRule.trial'>;
export type TrialInput = CallInput<'ops.feeRule.trial'>;

/** The rules for the list page. @source R11.6 */
export const useFeeRuleList = () =>
  useListPage({
    operation: 'ops.feeRule.page',
    queryKey: ['bill', 'feeRule', 'page'],
    filters: ['productId', 'tenantId'] as const,
    ask: (filter, { signal, cursor: _, ...part }) => call('ops.feeRule.page', { ...filter, ...part }, { signal }),
  });

/** One rule with its scope in words; no item where there is none. */
export const useFeeRule = (ruleId: string) =>
  useQuery({
    ...readWhenOpened,
    queryKey: ['bill', 'feeRule', 'one', ruleId],
    queryFn: ({ signal }) => call('ops.feeRule.page', { ruleId }, { signal }),
  });

/** The versions of a rule, the latest first. */
export const useFeeRuleVersions = (ruleId: string) =>
  useQuery({
    queryKey: ['bill', 'feeRule', 'versions', ruleId],
    queryFn: ({ signal }) => call('ops.feeRule.versions', { ruleId }, { signal }),
  });

/** Reckons a version on the lines of a stage; nothing is stored. */
export const tryFeeRule = mutation({
  mutationKey: ['bill', 'feeRule', 'trial'],
  mutationFn: (input: TrialInput) => call('ops.feeRule.trial', input),
});

/** Makes a rule, or adds a version. */
export const saveFeeRule = mutation({
  mutationKey: ['bill', 'feeRule', 'save'],
  mutationFn: (input: CallInput<'ops.feeRule.save'>) => call('ops.feeRule.save', input),
  onSettled: () => void invalidate(['bill']),
});
