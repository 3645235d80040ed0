import type { CallInput, CallReply } from '@ronghui/client';
import { call } from '@ronghui/web/calls/call';
import { mutation } from '@ronghui/web/queries/mutation';
import { invalidate } from '@ronghui/web/queries/query-client';
import { type QueryStatus, queryStatus } from '@ronghui/web/state/query-status';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';

/** What the installation does. */
export type SystemState = CallReply<'ops.system.get'>;
export type Backup = SystemState['backup'];
export type Held = SystemState['held'];
export type FailedJob = SystemState['failedJobs'][number];
export type ScheduledJob = SystemState['jobs'][number];

/** What the installation does, and the way to ask again. */
export const useSystemState = (): {
  readonly state: QueryStatus<SystemState>;
  readonly query: UseQueryResult<SystemState>;
} => {
  const query = useQuery({
    queryKey: ['system'],
    queryFn: ({ signal }) => call('ops.system.get', {}, { signal }),
  });
  return { query, state: queryStatus('ops.system.get', query) };
};

const onSettled = (): void => void invalidate(['system']);

/** Lets held messages leave. */
export const sendHeld = mutation({
  mutationKey: ['system', 'sendHeld'],
  mutationFn: (input: CallInput<'ops.system.sendHeld'>) => call('ops.system.sendHeld', input),
  onSettled,
});

/** Drops held messages. */
export const dropHeld = mutation({
  mutationKey: ['system', 'dropHeld'],
  mutationFn: (input: CallInput<'ops.system.dropHeld'>) => call('ops.system.dropHeld', input),
  onSettled,
});

/** Makes a scheduled job due now. */
export const runJob = mutation({
  mutationKey: ['system', 'runJob'],
  mutationFn: (input: CallInput<'ops.system.runJob'>) => call('ops.system.runJob', input),
  onSettled,
});

/** Lets a job that was sent and failed run again. */
export const retryJob = mutation({
  mutationKey: ['system', 'retryJob'],
  mutationFn: (input: CallInput<'ops.system.retryJob'>) => call('ops.system.retryJob', input),
  onSettled,
});
