import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { concludeProvoked } from '#kernel/testing/provoked-errors';
import { makeTemplate, openTestServer, runAsAdmin } from '#kernel/testing/test-server';

declare module 'vitest' {
  interface ProvidedContext {
    databaseAdminUrl: string;
    databaseTemplate: string;
    provokedErrors: string;
  }
}

/** The file in which the launcher looks for what failed besides tests. */
const outside = process.env['VITEST_OUTSIDE_ERRORS_FILE'];

const reportUnprovoked = (lines: readonly string[]): void => {
  if (lines.length === 0) return;
  const text = `Declared errors that no test provokes:\n${lines.join('\n')}`;
  if (outside !== undefined) {
    const found: unknown = existsSync(outside) ? JSON.parse(readFileSync(outside, 'utf8')) : [];
    writeFileSync(outside, JSON.stringify([...(Array.isArray(found) ? (found as unknown[]) : []), { text }]));
  }
  throw new Error(text);
};

/** Of the project's files: whether all ran, those over the whole contract among them, and whether those that ran are green. */
const attemptOf = ({ vitest, name }: TestProject): { readonly ranAll: boolean; readonly isGreen: boolean } => {
  const ran = vitest.state.getTestModules().filter(({ project }) => project.name === name);
  const isOverContract = ran.some(({ moduleId }) => moduleId.endsWith('/contract-tests/matrix.test.ts'));
  return { ranAll: isOverContract && ran.length > 40, isGreen: ran.every((file) => file.ok()) };
};

/** Once per run: a PostgreSQL and a migrated template, from which every test file clones its own database (house 11). */
const setUp = async (project: TestProject): Promise<() => Promise<void>> => {
  const server = await openTestServer();
  const template = await makeTemplate(server.adminUrl);
  project.provide('databaseAdminUrl', server.adminUrl);
  project.provide('databaseTemplate', template);
  const folder = mkdtempSync(join(tmpdir(), 'ronghui-provoked-'));
  const provoked = process.env['PROVOKED_ERRORS_FILE'] ?? join(folder, 'errors.txt');
  project.provide('provokedErrors', provoked);
  return async () => {
    await runAsAdmin(server.adminUrl, `drop database if exists ${template} with (force)`);
    await server.stop();
    try {
      reportUnprovoked(concludeProvoked(provoked, attemptOf(project)));
    } finally {
      rmSync(folder, { recursive: true });
    }
  };
};

export default setUp;
