import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { connectGivenDatabase } from '#kernel/database/given-database';
import { visitEmbedded } from '#kernel/embedded/visit-embedded';
import { readConfig } from '#kernel/setup/config';
import { endingSentence } from '#kernel/setup/ending-sentence';
import type { BackupSetting } from './backup.ts';
import type { Printing } from './end-command.ts';

const quiet = () => undefined;
const printing: Printing = {
  out: (line) => void process.stdout.write(`${line}\n`),
  err: (line) => void process.stderr.write(`${line}\n`),
};

/** The version of the product, which the root of the repository and of an archive has. */
const productVersion = (): string => {
  const manifest: unknown = JSON.parse(readFileSync(join(import.meta.dirname, '../../../../package.json'), 'utf8'));
  return String(Object(manifest).version);
};

/** Runs what a command of backups does on the configured database, as it is; the process ends with its number. */
export const endBackupCommand = async (
  run: (setting: BackupSetting, print: Printing) => Promise<number>,
): Promise<void> => {
  try {
    const config = readConfig();
    const log = { info: quiet, error: (facts: unknown) => printing.err(JSON.stringify(facts)) };
    const visited =
      config.databaseUrl === null
        ? await visitEmbedded({ dataDir: config.dataDir, log })
        : { adminUrl: config.databaseUrl, stop: async () => undefined };
    try {
      const work = () => run({ config, url: visited.adminUrl, version: productVersion() }, printing);
      process.exitCode = await (config.databaseUrl === null ? work() : connectGivenDatabase(work));
    } finally {
      await visited.stop();
    }
  } catch (error) {
    const sentence = endingSentence(error);
    if (sentence === null) throw error;
    printing.err(sentence);
    process.exitCode = 1;
  }
};
