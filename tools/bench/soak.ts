import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from '../driver/server-process.ts';
import { writeSection } from './bench-page.ts';
import { residentOver } from './resident-memory.ts';
import { startSoakLoad } from './soak-load.ts';
import { judgeSoak, mb, type Soak } from './soak-result.ts';

// `npm run soak` keeps a server under a mixed load for an hour and fails where its memory goes on growing; `npm run soak -- 8`
// does so for eight minutes. The memory is the server's own, without its database's.

const standardMinutes = 60;
const restSec = 30;

const soak = async (minutes: number): Promise<Soak> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'ronghui-soak-'));
  // The first start of a folder also makes the database and its content, which a server at rest has long behind it.
  await (await startServer({ dataDir })).stop();
  const server = await startServer({ dataDir });
  try {
    const restMb = await residentOver(server.pid, restSec);
    process.stderr.write(`at rest ${mb(restMb)}\n`);
    const load = await startSoakLoad(server);
    const byMinute: number[] = [];
    for (let minute = 1; minute <= minutes; minute += 1) {
      byMinute.push(await residentOver(server.pid, 60));
      process.stderr.write(`minute ${minute}: ${mb(byMinute.at(-1) ?? 0)}, ${load.counts.calls} calls\n`);
    }
    await load.stop();
    return { restMb, byMinute, counts: load.counts };
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
};

const minutes = Number(process.argv[2] ?? standardMinutes);
const { rows, faults } = judgeSoak(await soak(minutes));
const body = [`${minutes} minutes of a mixed load on one machine, loopback.`, '', ...rows].join('\n');
process.stdout.write(`${body}\n`);
if (minutes === standardMinutes) writeSection('soak', body);
if (faults.length > 0) {
  process.stderr.write(`the soak failed: ${faults.join('; ')}\n`);
  process.exitCode = 1;
}
