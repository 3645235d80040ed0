import type { TestProject } from 'vitest/node';
import { makeTemplate, openTestServer, runAsAdmin } from '#kernel/testing/test-server';

declare module 'vitest' {
  interface ProvidedContext {
    databaseAdminUrl: string;
    databaseTemplate: string;
  }
}

/** Once a run: a PostgreSQL and a migrated template, from which every test file clones its own database (house 11). */
const setUp = async (project: TestProject): Promise<() => Promise<void>> => {
  const server = await openTestServer();
  const template = await makeTemplate(server.adminUrl);
  project.provide('databaseAdminUrl', server.adminUrl);
  project.provide('databaseTemplate', template);
  return async () => {
    await runAsAdmin(server.adminUrl, `drop database if exists ${template} with (force)`);
    await server.stop();
  };
};

export default setUp;
