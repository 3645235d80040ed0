import { commandVerbs } from '#features/index';
import { type CommandVerbs, readVerbArgs, type VerbOutcome } from '#kernel/command-verb';
import { endingSentence } from '#kernel/ending-sentence';
import { withDatabase } from './command-database.ts';
import { commandPorts } from './command-ports.ts';

const usageOf = (verbsByNoun: Readonly<Record<string, CommandVerbs>>): string =>
  Object.entries(verbsByNoun)
    .flatMap(([noun, verbs]) => Object.entries(verbs).map(([verb, { usage }]) => `  ${noun} ${verb} ${usage}`))
    .join('\n');

const main = async ([noun = '', verb = '', ...rest]: readonly string[]): Promise<number> => {
  const chosen = commandVerbs[noun]?.[verb];
  if (chosen === undefined) {
    process.stderr.write(`用法：npm run ops -- <对象> <动作> …\n${usageOf(commandVerbs)}\n`);
    return 2;
  }
  try {
    const args = readVerbArgs(rest);
    const { ok, text } = await withDatabase(
      async (database): Promise<VerbOutcome> => chosen.run(await commandPorts(database), database, args),
    );
    (ok ? process.stdout : process.stderr).write(`${text}\n`);
    return ok ? 0 : 1;
  } catch (error) {
    const sentence = endingSentence(error);
    if (sentence === null) throw error;
    process.stderr.write(`${sentence}\n`);
    return 1;
  }
};

process.exitCode = await main(process.argv.slice(2));
