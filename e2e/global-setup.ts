import { startServer } from './server.ts';

/** Starts the server that all tests of a run share; they find it in `E2E_URL` and its data folder in `E2E_DATA_DIR`. */
const oneServer = async (): Promise<() => Promise<void>> => {
  const server = await startServer();
  process.env['E2E_URL'] = server.url;
  process.env['E2E_DATA_DIR'] = server.dataDir;
  return () => server.stop();
};

// Playwright takes the default export of this file.
export default oneServer;
