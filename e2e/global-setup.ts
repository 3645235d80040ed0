import { rmSync } from 'node:fs';
import { demoMerchant, enterMerchant } from './merchant.ts';
import { type StartedServer, startServer } from './server.ts';
import { openPool } from './server-pool.ts';
import { textIn } from './signed-calls.ts';
import { enterReviewer, setUpAdmin } from './staff.ts';

/** Waits until the demonstration's reconciliations have ended: what was under way when the template was copied would be done again by each server. */
const untilMatched = async ({ url }: StartedServer): Promise<void> => {
  const { call } = await enterMerchant(url, demoMerchant);
  for (let look = 0; look < 600; look += 1) {
    const { items } = await call('recon.page', { pageSize: 10 });
    const runs = Array.isArray(items) ? items : [];
    if (runs.length > 0 && runs.every((run) => textIn(run, 'status') === 'done')) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error('the reconciliations of the demonstration do not end');
};

/** Makes a demonstration's data folder, of which every server of the run begins with a copy, and opens the pool of the workers' servers. */
const prepareServers = async (): Promise<() => Promise<void>> => {
  const template = await startServer();
  await setUpAdmin(template);
  await enterReviewer(template);
  await untilMatched(template);
  await template.halt();
  process.env['E2E_TEMPLATE_DIR'] = template.dataDir;
  const pool = await openPool();
  process.env['E2E_POOL'] = pool.url;
  return async () => {
    await pool.stop();
    rmSync(template.dataDir, { recursive: true, force: true });
  };
};

// Playwright requires a default export here.
export default prepareServers;
