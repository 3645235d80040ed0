import { readVerbArgs } from '#kernel/command-verb';
import { endingSentence } from '#kernel/ending-sentence';
import { readConfig } from '#kernel/setup/config';
import { targetOf } from './backup.ts';
import { printVerifiedBackup } from './backup-verify.ts';

const { words, options } = readVerbArgs(process.argv.slice(2));
try {
  process.exitCode = await printVerifiedBackup(
    {
      target: await targetOf(readConfig(), words[0]),
      id: options['id'] ?? null,
      identityPath: options['identity'] ?? null,
    },
    {
      out: (line) => void process.stdout.write(`${line}\n`),
      err: (line) => void process.stderr.write(`${line}\n`),
    },
  );
} catch (error) {
  const sentence = endingSentence(error);
  if (sentence === null) throw error;
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 1;
}
