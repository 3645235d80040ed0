import { deskKinds } from '@ronghui/domain/desk';
import { type Job, sweep } from '#kernel/jobs/jobs';
import { deleteFinished } from './desk.sql.ts';

/** Scheduled work of the desk: what was decided has no owner any more. */
export const deskJobs: readonly Job[] = deskKinds.map((kind) =>
  sweep(`desk.sweep.${kind}`, { minutes: 30 }, (tx, limit) => deleteFinished(tx, kind, limit)),
);
