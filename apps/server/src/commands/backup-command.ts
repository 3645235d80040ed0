import { readVerbArgs } from '#kernel/command-verb';
import { keepOf, printBackup, printKeys, targetOf } from './backup.ts';
import { endBackupCommand } from './backup-setting.ts';

const { words, options } = readVerbArgs(process.argv.slice(2));
const recipient = options['recipient'] ?? process.env['BACKUP_RECIPIENT'] ?? null;
const [first, second] = words;

await endBackupCommand(async (setting, print) => {
  if (first === 'keys') return printKeys(setting, { path: second, recipient }, print);
  const target = await targetOf(setting.config, first);
  return printBackup(setting, { target, recipient, keep: keepOf(options['keep']) }, print);
});
