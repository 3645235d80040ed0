import { rmSync } from 'node:fs';
import { startServer } from './server.ts';
import { enterReviewer } from './staff.ts';

/**
 * Makes a demonstration's data folder, of which every server of a test's own begins with a copy, and starts the server that all tests of a run
 * share: its address stands in `E2E_URL`, its data folder in `E2E_DATA_DIR`.
 */
const oneServer = async (): Promise<() => Promise<void>> => {
  const template = await startServer();
  await template.halt();
  process.env['E2E_TEMPLATE_DIR'] = template.dataDir;
  const server = await startServer();
  process.env['E2E_URL'] = server.url;
  process.env['E2E_DATA_DIR'] = server.dataDir;
  await enterReviewer(server);
  return async () => {
    await server.stop();
    rmSync(template.dataDir, { recursive: true, force: true });
  };
};

// Playwright requires a default export here.
export default oneServer;
