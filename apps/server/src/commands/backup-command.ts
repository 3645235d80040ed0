import { readVerbArgs } from '#kernel/command-verb';
import { keepOf, printBackup, printKeys, targetOf } from './backup.ts';
import { endBackupCommand } from './backup-setting.ts';

const { words, options } = readVerbArgs(process.argv.slice(2));
const [first, second] = words;

await endBackupCommand(async (setting, print) => {
  const { plan, recipient: usual } = setting.config.backup;
  const recipient = options['recipient'] ?? usual;
  if (first === 'keys') return printKeys(setting, { path: second, recipient }, print);
  const target = await targetOf(setting.config, first ?? plan?.to);
  const keep = keepOf(options['keep']) ?? (first === undefined && plan !== null ? plan.keep : null);
  return printBackup(setting, { target, recipient, keep }, print);
});
