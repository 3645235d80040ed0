import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readStaticFiles, type StaticFile } from '#kernel/http/replies/static-files';

/** The built console: its document and its files. */
export interface ConsoleBuild {
  readonly document: string;
  /** Hashes of its inline scripts, for the content security policy. */
  readonly scriptHashes: readonly string[];
  /** Below `/console/assets/`: names contain a hash, contents never change. */
  readonly assets: ReadonlyMap<string, StaticFile>;
}

const distFolder = join(import.meta.dirname, '../../../console/dist');

/** Loads the build at start; null when there is none. */
export const loadConsoleBuild = async (folder = distFolder): Promise<ConsoleBuild | null> => {
  let document: string;
  try {
    document = await readFile(join(folder, 'index.html'), 'utf8');
  } catch {
    return null;
  }
  const hashes: { script: string[] } = JSON.parse(await readFile(join(folder, 'inline-hashes.json'), 'utf8'));
  return { document, scriptHashes: hashes.script, assets: await readStaticFiles(join(folder, 'assets'), true) };
};
