import type { CallInput, CallReply } from '@ronghui/client';
import { isUnderWay } from '@ronghui/domain/job';
import { call } from '@ronghui/web/calls/call';
import { mutation } from '@ronghui/web/queries/mutation';
import { invalidate } from '@ronghui/web/queries/query-client';
import { useQuery } from '@tanstack/react-query';

/** How a stage is being billed, and its drafts beside the stage before. */
export type Generation = CallReply<'ops.bill.generation'>;
export type Job = NonNullable<Generation['generation']>;
export type Check = CallReply<'ops.bill.check'>;
export type CheckRow = Check['rows'][number];

/** A part of a stage: an empty field leaves nothing out. */
export interface Part {
  readonly tenantId: string;
  readonly productId: string;
  readonly orgId: string;
}

/** How often a running job is asked for. @unit ms */
const askEveryMs = 1500;

/** Whether a job goes on. */
export const isRunning = (job: Job | null | undefined): boolean => job !== null && job !== undefined && isUnderWay(job);

/** A stage that is or was billed. */
export type BilledStage = CallReply<'ops.stage.page'>['items'][number];

/** The stages, the latest first. */
export const useBilledStages = () =>
  useQuery({
    queryKey: ['bill', 'stage', 'billed'],
    queryFn: ({ signal }) => call('ops.stage.page', { pageSize: 100 }, { signal }),
  });

/** How the generation and the issue of a stage go; asked again while one of them runs. @source R11.6 */
export const useGeneration = (stageId: string) =>
  useQuery({
    queryKey: ['bill', 'generation', stageId],
    queryFn: ({ signal }) => call('ops.bill.generation', { stageId }, { signal }),
    enabled: stageId !== '',
    refetchInterval: ({ state: { data } }) =>
      isRunning(data?.generation) || isRunning(data?.issue) ? askEveryMs : false,
  });

/** The chosen fields of a part. */
const partOf = ({ tenantId, productId, orgId }: Part) => ({
  ...(tenantId !== '' && { tenantId }),
  ...(productId !== '' && { productId }),
  ...(orgId !== '' && { orgId }),
});

/** The drafts of a part beside the stage before. `ended` is when the last job ended, after which they differ. @source R11.6 */
export const useCheck = (stageId: string, part: Part, ended: string) =>
  useQuery({
    queryKey: ['bill', 'check', stageId, part, ended],
    queryFn: ({ signal }) => call('ops.bill.check', { stageId, ...partOf(part) }, { signal }),
    placeholderData: (former) => former,
  });

const refresh = { onSettled: () => void invalidate(['bill'], ['desk', 'queues']) };

/** Draws up the drafts of a stage anew. */
export const generateBills = mutation({
  mutationKey: ['bill', 'generate'],
  mutationFn: (input: CallInput<'ops.bill.generate'>) => call('ops.bill.generate', input),
  ...refresh,
});

/** Issues a part of a stage, as it was seen. */
export const issueBills = mutation({
  mutationKey: ['bill', 'issue'],
  mutationFn: (input: CallInput<'ops.bill.issue'>) => call('ops.bill.issue', input),
  ...refresh,
});
