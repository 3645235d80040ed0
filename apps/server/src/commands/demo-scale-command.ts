import { makeScale } from '#features/bill/scale/scale';
import { readVerbArgs } from '#kernel/command-verb';
import { endingSentence } from '#kernel/ending-sentence';
import { readConfig } from '#kernel/setup/config';
import { withDatabase } from './command-database.ts';
import { commandPorts } from './command-ports.ts';

const usage = `用法：
  npm run demo:scale -- 百万行数 [--own-bills 2000] [--own-lines 100000] [--own-tenant scale-own]
只在演示环境（DEMO=on）中可用。`;

const countOf = (text: string | undefined, otherwise: number): number =>
  text === undefined ? otherwise : Number(text);
const isCount = (count: number, most: number): boolean => Number.isFinite(count) && count >= 0 && count <= most;

const main = async (argv: readonly string[]): Promise<number> => {
  const { words, options } = readVerbArgs(argv);
  const lines = Math.round(countOf(words[0], Number.NaN) * 1_000_000);
  const ownBills = countOf(options['own-bills'], 2000);
  const ownLines = countOf(options['own-lines'], 100_000);
  const ownTenantId = options['own-tenant'] ?? 'scale-own';
  if (!isCount(lines, 100_000_000) || lines === 0 || !isCount(ownBills, 2000) || !isCount(ownLines, 10_000_000)) {
    process.stderr.write(`${usage}\n`);
    return 2;
  }
  if (!readConfig().demo) {
    process.stderr.write('这会写入大量演示数据，只在演示环境（DEMO=on）中可用，没有写入。\n');
    return 1;
  }
  try {
    const bills = await withDatabase(async (database) =>
      makeScale(
        { database, ports: await commandPorts(database) },
        { lines, ownBills, ownLines, ownTenantId },
        (done, of) => process.stderr.write(`账期 ${done} / ${of}\n`),
      ),
    );
    process.stdout.write(`已写入 ${bills} 张账单。\n`);
    return 0;
  } catch (error) {
    const sentence = endingSentence(error);
    if (sentence === null) throw error;
    process.stderr.write(`${sentence}\n`);
    return 1;
  }
};

process.exitCode = await main(process.argv.slice(2));
