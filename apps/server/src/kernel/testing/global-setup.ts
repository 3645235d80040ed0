import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { unprovoked } from '#kernel/testing/provoked-errors';
import { makeTemplate, openTestServer, runAsAdmin } from '#kernel/testing/test-server';

declare module 'vitest' {
  interface ProvidedContext {
    databaseAdminUrl: string;
    databaseTemplate: string;
    provokedErrors: string;
  }
}

/** Whether all of the project's files ran, those over the whole contract among them; a partial run allows no conclusion. */
const isCompleteRun = ({ vitest, name }: TestProject): boolean => {
  const ran = vitest.state.getTestModules().filter(({ project }) => project.name === name);
  const isOverContract = ran.some(({ moduleId }) => moduleId.endsWith('/contract-tests/matrix.test.ts'));
  return isOverContract && ran.length > 40 && ran.every((file) => file.ok());
};

const reportUnprovoked = (lines: readonly string[]): void => {
  if (lines.length === 0) return;
  throw new Error(`Declared errors that no test provokes:\n${lines.join('\n')}`);
};

/** Once per run: a PostgreSQL and a migrated template, from which every test file clones its own database (house 11). */
const setUp = async (project: TestProject): Promise<() => Promise<void>> => {
  const server = await openTestServer();
  const template = await makeTemplate(server.adminUrl);
  project.provide('databaseAdminUrl', server.adminUrl);
  project.provide('databaseTemplate', template);
  const folder = mkdtempSync(join(tmpdir(), 'ronghui-provoked-'));
  const provoked = join(folder, 'errors.txt');
  project.provide('provokedErrors', provoked);
  return async () => {
    await runAsAdmin(server.adminUrl, `drop database if exists ${template} with (force)`);
    await server.stop();
    if (isCompleteRun(project)) reportUnprovoked(unprovoked(provoked));
    rmSync(folder, { recursive: true });
  };
};

export default setUp;
