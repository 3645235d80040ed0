/** The state of a job that was sent: of an export, an import, a reconciliation, or a bill run. */
export interface JobState {
  readonly status: string;
}

/** Whether a job has not ended. */
export const isUnderWay = ({ status }: JobState): boolean => status === 'queued' || status === 'running';
