import type { CallInput, CallReply } from '@ronghui/client';
import { call } from '@ronghui/web/calls/call';
import { mutation } from '@ronghui/web/queries/mutation';
import { invalidate } from '@ronghui/web/queries/query-client';
import { queryStatus } from '@ronghui/web/state/query-status';
import { useQuery } from '@tanstack/react-query';

/** A rule of the tenant, what a step by hand proposes, and what a rule would change. */
export type Rule = CallReply<'recon.rules'>['rules'][number];
export type Proposal = CallReply<'recon.proposeRule'>;
export type Terms = Proposal['proposals'][number];
export type Effect = CallReply<'recon.tryRule'>;

/** The rules of the tenant, those in force first. */
export const useRules = () => {
  const query = useQuery({
    queryKey: ['recon', 'rules'],
    queryFn: ({ signal }) => call('recon.rules', {}, { signal }),
  });
  return {
    state: queryStatus('recon.rules', query, ({ rules }) => rules.length === 0),
    retry: () => void query.refetch(),
  };
};

/** The rules that a step by hand can become. */
export const useProposal = (runId: string, itemNo: number) => {
  const query = useQuery({
    queryKey: ['recon', 'proposeRule', runId, itemNo],
    queryFn: ({ signal }) => call('recon.proposeRule', { runId, itemNo }, { signal }),
    // What is decided on is read at that moment.
    staleTime: 0,
    gcTime: 0,
  });
  return {
    state: queryStatus('recon.proposeRule', query, ({ proposals }) => proposals.length === 0),
    retry: () => void query.refetch(),
  };
};

/** What a rule would change of the run. */
export const useEffectOf = (source: { readonly runId: string; readonly itemNo: number }, terms: Terms) => {
  const query = useQuery({
    queryKey: ['recon', 'tryRule', source.runId, source.itemNo, terms.kind, terms.value],
    queryFn: ({ signal }) => call('recon.tryRule', { ...source, ...terms }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
  return { state: queryStatus('recon.tryRule', query), retry: () => void query.refetch() };
};

const refresh = { onSettled: () => void invalidate(['recon', 'rules']) };

/** Keeps a rule: it holds from the next run on. */
export const keepRule = mutation({
  mutationKey: ['recon', 'keepRule'],
  mutationFn: (input: CallInput<'recon.keepRule'>) => call('recon.keepRule', input),
  ...refresh,
});

/** Takes a rule back. */
export const takeBackRule = mutation({
  mutationKey: ['recon', 'takeBackRule'],
  mutationFn: (input: CallInput<'recon.takeBackRule'>) => call('recon.takeBackRule', input),
  ...refresh,
});
