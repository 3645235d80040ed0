import { readVerbArgs } from '#kernel/command-verb';
import { printRestored, targetOf } from './backup.ts';
import { endBackupCommand } from './backup-setting.ts';

const { words, options } = readVerbArgs(process.argv.slice(2));

await endBackupCommand(async (setting, print) =>
  printRestored(
    setting,
    {
      target: await targetOf(setting.config, words[0]),
      id: options['id'] ?? null,
      identityPath: options['identity'] ?? null,
      keysPath: options['keys'] ?? null,
    },
    print,
  ),
);
