import { startServer } from './server.ts';
import { enterReviewer } from './staff.ts';

/** Starts the server that all tests of a run share; tests read its address from `E2E_URL` and its data folder from `E2E_DATA_DIR`. */
const oneServer = async (): Promise<() => Promise<void>> => {
  const server = await startServer();
  process.env['E2E_URL'] = server.url;
  process.env['E2E_DATA_DIR'] = server.dataDir;
  await enterReviewer(server);
  return () => server.stop();
};

// Playwright requires a default export here.
export default oneServer;
