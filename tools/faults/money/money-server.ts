import { liftedLimits, type ServerProcess, startServer } from '../../driver/server-process.ts';
import { openRows, type Rows, until } from '../rows.ts';
import { type AdminAccount, enterPeople, type People, readyAdmin } from './people.ts';

const lifted = { exportsAtOnce: 1000, exportsPerDay: 1000, reconUploadsPerHour: 1000, reconRunsPerDay: 1000 };
const env = { LIMITS: JSON.stringify({ ...liftedLimits, ...lifted }) };

/** A server that is running, with those who work on it. */
export interface MoneyServer {
  readonly server: ServerProcess;
  readonly people: People;
  readonly db: Rows;
  readonly desk: AdminAccount;
  readonly startedAt: Date;
  close(): Promise<void>;
}

/** Starts a server on a data folder; nobody has to help it after a kill. */
export const startMoney = async (dataDir: string, known?: AdminAccount): Promise<MoneyServer> => {
  const startedAt = new Date();
  const server = await startServer({ dataDir, env });
  const desk = known ?? (await readyAdmin(server));
  const [people, db] = [await enterPeople(server.url, desk), await openRows(dataDir)];
  return {
    server,
    people,
    db,
    desk,
    startedAt,
    async close() {
      for (const visitor of Object.values(people)) visitor.close();
      await db.close().catch(() => undefined);
    },
  };
};

/**
 * Waits until no job waits or runs. The lease of a run that died with its server ends now instead of in half a minute, and a retry does not
 * wait for its pause.
 */
export const jobsEnded = async ({ db, startedAt }: MoneyServer): Promise<void> => {
  const hasten = async () => {
    const lost = "update sent_job set lease_ends_at = app_now() where status = 'running' and started_at < $1";
    await db.rows(lost, [startedAt]);
    await db.rows("update sent_job set due_at = app_now() where status = 'queued' and due_at > app_now()");
    await db.rows("select pg_notify('job_sent', '')");
    const [open] = await db.rows("select count(*)::int as jobs from sent_job where status in ('queued', 'running')");
    return open?.['jobs'];
  };
  await until(hasten, (open) => open === 0);
};
