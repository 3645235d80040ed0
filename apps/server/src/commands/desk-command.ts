import { deskVerbs } from '#features/index';
import { type DeskOutcome, type DeskVerbs, readDeskArgs } from '#kernel/desk';
import { endingSentence } from '../ending-sentence.ts';
import { withDatabase } from './command-database.ts';
import { commandPorts } from './command-ports.ts';

const usageOf = (desks: Readonly<Record<string, DeskVerbs>>): string =>
  Object.entries(desks)
    .flatMap(([noun, verbs]) => Object.entries(verbs).map(([verb, { usage }]) => `  ${noun} ${verb} ${usage}`))
    .join('\n');

const main = async ([noun = '', verb = '', ...rest]: readonly string[]): Promise<number> => {
  const chosen = deskVerbs[noun]?.[verb];
  if (chosen === undefined) {
    process.stderr.write(`用法：npm run desk -- <对象> <动作> …\n${usageOf(deskVerbs)}\n`);
    return 2;
  }
  try {
    const args = readDeskArgs(rest);
    const { ok, text } = await withDatabase(
      async (database): Promise<DeskOutcome> => chosen.run(await commandPorts(database), database, args),
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
