import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { readVerbArgs } from '#kernel/command-verb';
import { readUpgradePlan } from '#kernel/database/migrating/upgrade-plan';
import { readConfig } from '#kernel/setup/config';
import { endingSentence } from '#kernel/setup/ending-sentence';
import { withOwnerUrl } from '../command-database.ts';
import { printUpgrade } from './upgrade.ts';

const usage = `用法：npm run upgrade -- --check
  只读取，不改动：列出升级到本版本要执行的迁移与种类、所涉的表的大小、磁盘可用空间、节点、没有结束的事务`;

const print = {
  out: (line: string) => void process.stdout.write(`${line}\n`),
  err: (line: string) => void process.stderr.write(`${line}\n`),
};

const check = async (): Promise<number> => {
  const { databaseUrl, dataDir } = readConfig();
  if (databaseUrl === null && !existsSync(join(dataDir, 'postgres'))) {
    print.out('这里还没有数据：第一次启动会建立所有数据表。');
    return 0;
  }
  const plan = await withOwnerUrl((url) => readUpgradePlan({ url }));
  const stats = databaseUrl === null ? await statfs(dataDir) : null;
  return printUpgrade({ plan, freeBytes: stats === null ? null : stats.bavail * stats.bsize }, print);
};

const { words, options } = readVerbArgs(process.argv.slice(2));
try {
  const isAsked = words.length === 0 && options['check'] === '';
  if (!isAsked) print.err(usage);
  process.exitCode = isAsked ? await check() : 2;
} catch (error) {
  const sentence = endingSentence(error);
  if (sentence === null) throw error;
  print.err(sentence);
  process.exitCode = 1;
}
