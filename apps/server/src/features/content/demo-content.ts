import { join } from 'node:path';
import { findSite } from '#features/site/site.reads';
import type { Database } from '#kernel/database/db';
import { StartRefused } from '#kernel/setup/start-refused';
import { importContent, readContent } from './content-import.ts';

const demoFolder = join(import.meta.dirname, '../../../../../content/demo');

/** Imports the demonstration content where nothing was ever published; content that a provider has published stays. */
export const ensureDemoContent = async (database: Database, folder = demoFolder): Promise<boolean> => {
  if ((await findSite(database.reading('service'))) !== undefined) return false;
  const read = await readContent(folder);
  const faults = read.ok ? await importContent(database, read.content) : read.faults;
  if (faults.length === 0) return true;
  const lines = faults.slice(0, 20).map((fault) => `  ${fault.file}:${fault.line} ${fault.message}`);
  throw new StartRefused(`演示内容有误，未导入：\n${lines.join('\n')}`);
};
