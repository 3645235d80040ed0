import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import type * as serverProcess from '../../driver/server-process.ts';
import type * as people from '../../faults/money/people.ts';
import type * as merchants from '../bills/merchant.ts';
import { cpuMsOf } from '../cpu-time.ts';
import type * as importFiles from '../imports/import-file.ts';
import { addParties, parties } from '../imports/lines-file.ts';
import type * as merchantRuns from '../recon/merchant-run.ts';
import type * as sidesOfRecon from '../recon/sides.ts';

/** What an intake cost: the processor time of the server's process with all its threads, and that of its database. */
export interface IntakeCost {
  readonly serverSec: number;
  readonly databaseSec: number;
  readonly wallSec: number;
}

/** A tree's own server, and both intakes through it. */
export interface ServedTree {
  readonly importLines: (round: number, file: Buffer) => Promise<IntakeCost>;
  readonly reconcile: (
    round: number,
    ledger: { readonly rows: number; readonly copyPath: string; readonly file: Buffer },
  ) => Promise<IntakeCost>;
  readonly stop: () => Promise<void>;
}

const statOf = (pid: string): readonly string[] => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
};

/** The processor time of a database: its first process, those that have ended, and those that it has now. @unit ms */
const databaseMs = (postmaster: number): number => {
  const msPerTick = 10;
  const [, , , , , , , , , , , , , ended = 0, endedInKernel = 0] = statOf(String(postmaster)).map(Number);
  const living = readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && statOf(pid)[1] === String(postmaster));
  return [postmaster, ...living.map(Number)].reduce(
    (sum, pid) => sum + (cpuMsOf(pid) || 0),
    (ended + endedInKernel) * msPerTick,
  );
};

/** Starts the server of a tree, which may be an earlier commit with its packages; calls go by that tree's own driver. */
export const serveTree = async (tree: string, dataDir: string): Promise<ServedTree> => {
  const load = <Module>(file: string): Promise<Module> => import(pathToFileURL(join(tree, 'tools', file)).href);
  const driver = await load<typeof serverProcess>('driver/server-process.ts');
  const { enterPeople, readyAdmin } = await load<typeof people>('faults/money/people.ts');
  const { importFile } = await load<typeof importFiles>('bench/imports/import-file.ts');
  const { runLedger } = await load<typeof merchantRuns>('bench/recon/merchant-run.ts');
  const { addSides } = await load<typeof sidesOfRecon>('bench/recon/sides.ts');
  const { enterTenant } = await load<typeof merchants>('bench/bills/merchant.ts');
  const server = await driver.startServer({ dataDir, env: { LIMITS: JSON.stringify(driver.liftedLimits) } });
  const owner = new pg.Client({ connectionString: driver.databaseUrl(dataDir) });
  await owner.connect();
  const signedIn = await enterPeople(server.url, await readyAdmin(server));
  await owner.query(addParties, [parties.tenants, parties.projects, parties.orgs]);
  const postmaster = driver.databasePid(dataDir) ?? 0;
  const { pid } = server;
  const measured = async (work: () => Promise<unknown>): Promise<IntakeCost> => {
    await owner.query('checkpoint');
    const [serverMs, databaseBefore, startedMs] = [cpuMsOf(pid), databaseMs(postmaster), performance.now()];
    await work();
    return {
      serverSec: (cpuMsOf(pid) - serverMs) / 1000,
      databaseSec: (databaseMs(postmaster) - databaseBefore) / 1000,
      wallSec: (performance.now() - startedMs) / 1000,
    };
  };
  return {
    async importLines(round, file) {
      const dates = { opensOn: '2026-10-01', issuesOn: '2026-11-02' };
      const saved = await signedIn.desk.call('ops.stage.save', { name: `导入账期 ${round}`, ...dates });
      const stageId = String(saved.body.data?.['stageId']);
      return measured(() => importFile({ desk: signedIn.desk, owner, pid }, { stageId, name: 'lines.csv', file }));
    },
    async reconcile(round, { rows, copyPath, file }) {
      const sides = await addSides(owner, `intake-${round}`, rows, copyPath);
      const merchant = await enterTenant({ server, owner }, sides.tenantId);
      try {
        return await measured(() => runLedger(merchant, owner, { sides, name: 'ledger.csv', file, pid }));
      } finally {
        merchant.close();
      }
    },
    async stop() {
      for (const each of Object.values(signedIn)) each.close();
      await owner.end();
      await server.stop();
    },
  };
};
