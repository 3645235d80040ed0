import { BackupRuns, backupRunsCode } from '#kernel/backup/recorded-backup';
import { removeTempFolders } from '#kernel/backup/temp-folder';
import { connectGivenDatabase } from '#kernel/database/given-database';
import { visitEmbedded } from '#kernel/embedded/visit-embedded';
import { endingSentence } from '#kernel/ending-sentence';
import { readConfig } from '#kernel/setup/config';
import { StartRefused } from '#kernel/setup/start-refused';
import { productVersion } from '#kernel/setup/version';
import type { BackupSetting } from './backup.ts';
import type { Printing } from './end-command.ts';

const quiet = () => undefined;
const printing: Printing = {
  out: (line) => void process.stdout.write(`${line}\n`),
  err: (line) => void process.stderr.write(`${line}\n`),
};

/** How a shell sees the end by each. */
const signals = { SIGTERM: 143, SIGINT: 130 } as const;

/** Rejects when the process is asked to end; folders go at once, because who asks may not wait. A second time, a moment later, ends it. */
const untilAsked = (): { readonly asked: Promise<never>; readonly code: () => number | null } => {
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(quiet);
  let code: number | null = null;
  let askedAt = 0;
  for (const [signal, number] of Object.entries(signals))
    process.on(signal, () => {
      removeTempFolders();
      // One key press may arrive from the terminal and from the launcher.
      if (code !== null && performance.now() - askedAt > 1000) process.exit(number);
      if (code === null) askedAt = performance.now();
      code ??= number;
      reject(new StartRefused('已中断：没有做完的备份或恢复不算数。'));
    });
  return { asked: promise, code: () => code };
};

/** Runs what a command of backups does on the configured database, as it is; the process ends with its number. */
export const endBackupCommand = async (
  run: (setting: BackupSetting, print: Printing) => Promise<number>,
): Promise<void> => {
  const ending = untilAsked();
  try {
    const config = readConfig();
    const log = { info: quiet, error: (facts: unknown) => printing.err(JSON.stringify(facts)) };
    const visited =
      config.databaseUrl === null
        ? await visitEmbedded({ dataDir: config.dataDir, log })
        : { adminUrl: config.databaseUrl, stop: async () => undefined };
    try {
      const work = () =>
        Promise.race([run({ config, url: visited.adminUrl, version: productVersion }, printing), ending.asked]);
      process.exitCode = await (config.databaseUrl === null ? work() : connectGivenDatabase(work));
    } finally {
      await visited.stop();
    }
  } catch (error) {
    const sentence = endingSentence(error);
    if (sentence === null) throw error;
    printing.err(sentence);
    process.exitCode = error instanceof BackupRuns ? backupRunsCode : 1;
  }
  const code = ending.code();
  if (code === null) return;
  removeTempFolders();
  // What was interrupted still works, and would go on.
  process.exit(code);
};
