import type { CallInput, CallReply } from '@ronghui/client';
import { call } from '@ronghui/web/calls/call';
import { useListPage } from '@ronghui/web/queries/list-page';
import { mutation } from '@ronghui/web/queries/mutation';
import { invalidate } from '@ronghui/web/queries/query-client';
import { readWhenOpened } from '@ronghui/web/queries/read-when-opened';
import { type QueryStatus, queryStatus } from '@ronghui/web/state/query-status';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';

/** A row of each list. */
export type Stage = CallReply<'ops.stage.page'>['items'][number];
export type Org = CallReply<'ops.org.page'>['items'][number];
export type Project = CallReply<'ops.project.page'>['items'][number];

/** The stages for the list page, the latest first. @source R11.6 */
export const useStageList = () =>
  useListPage({
    operation: 'ops.stage.page',
    queryKey: ['bill', 'stage', 'page'],
    filters: ['status', 'taken'] as const,
    // The address may contain any value; the server validates it.
    ask: (filter, { signal, cursor: _, ...part }) =>
      call('ops.stage.page', { ...(filter as Partial<CallInput<'ops.stage.page'>>), ...part }, { signal }),
  });

/** The organisations for the list page, by name. @source R11.6 */
export const useOrgList = () =>
  useListPage({
    operation: 'ops.org.page',
    queryKey: ['bill', 'org', 'page'],
    filters: ['keyword'] as const,
    ask: (filter, { signal, cursor: _, ...part }) => call('ops.org.page', { ...filter, ...part }, { signal }),
  });

/** The projects of merchants for the list page, by name. @source R11.6 */
export const useProjectList = () =>
  useListPage({
    operation: 'ops.project.page',
    queryKey: ['bill', 'project', 'page'],
    filters: ['tenantId', 'keyword'] as const,
    ask: (filter, { signal, cursor: _, ...part }) => call('ops.project.page', { ...filter, ...part }, { signal }),
  });

interface Found<Row> {
  readonly state: QueryStatus<Row>;
  readonly query: UseQueryResult<unknown>;
}

/** The one row of a list that was asked for by its id; `empty` where there is none. */
const oneOf = <Row>(operation: string, query: UseQueryResult<{ readonly items: readonly Row[] }>): Found<Row> => {
  const state = queryStatus(operation, query);
  if (state.status !== 'ready') return { query, state };
  const [row] = state.data.items;
  return { query, state: row === undefined ? { status: 'empty' } : { ...state, data: row } };
};

/** One stage. */
export const useStage = (stageId: string): Found<Stage> =>
  oneOf(
    'ops.stage.page',
    useQuery({
      ...readWhenOpened,
      queryKey: ['bill', 'stage', 'one', stageId],
      queryFn: ({ signal }) => call('ops.stage.page', { stageId }, { signal }),
    }),
  );

/** One organisation. */
export const useOrg = (orgId: string): Found<Org> =>
  oneOf(
    'ops.org.page',
    useQuery({
      ...readWhenOpened,
      queryKey: ['bill', 'org', 'one', orgId],
      queryFn: ({ signal }) => call('ops.org.page', { orgId }, { signal }),
    }),
  );

/** One project. */
export const useProject = (projectId: string): Found<Project> =>
  oneOf(
    'ops.project.page',
    useQuery({
      ...readWhenOpened,
      queryKey: ['bill', 'project', 'one', projectId],
      queryFn: ({ signal }) => call('ops.project.page', { projectId }, { signal }),
    }),
  );

/** Refreshes after a save succeeded or was refused. */
const refresh = { onSettled: () => void invalidate(['bill'], ['desk', 'queues']) };

/** Makes or changes a stage. */
export const saveStage = mutation({
  mutationKey: ['bill', 'stage', 'save'],
  mutationFn: (input: CallInput<'ops.stage.save'>) => call('ops.stage.save', input),
  ...refresh,
});

/** Makes or renames an organisation. */
export const saveOrg = mutation({
  mutationKey: ['bill', 'org', 'save'],
  mutationFn: (input: CallInput<'ops.org.save'>) => call('ops.org.save', input),
  ...refresh,
});

/** Makes or renames a project. */
export const saveProject = mutation({
  mutationKey: ['bill', 'project', 'save'],
  mutationFn: (input: CallInput<'ops.project.save'>) => call('ops.project.save', input),
  ...refresh,
});
