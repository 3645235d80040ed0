import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { readVerbArgs } from '#kernel/command-verb';
import { readUpgradePlan } from '#kernel/database/migrating/upgrade-plan';
import { endingSentence } from '#kernel/ending-sentence';
import { readConfig } from '#kernel/setup/config';
import { targetOf } from '../backup.ts';
import { withOwnerUrl } from '../command-database.ts';
import { printTrial } from './trial.ts';
import { printUpgrade } from './upgrade.ts';

const usage = `用法：npm run upgrade -- --check
  只读取，不改动：列出升级到本版本要执行的迁移与种类、所涉的表的大小、磁盘可用空间、节点、没有结束的事务
  Reads only: migrations with their kind, tables with their sizes, free disk, nodes, open transactions
npm run upgrade -- --trial [备份的位置 [--id 备份] [--identity 私钥文件]]
  把最近的备份（默认在 BACKUP_TO）恢复到临时数据库，在那里升级，列出每个迁移用了多久
  Upgrades the last backup (of BACKUP_TO by default) in a throw-away database, and prints how long it took
0：可以升级；1：先不要升级；2：用法不对 / 0: go on; 1: not yet; 2: wrong usage`;

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

/** Of the backups that were made by the clock, or of the place that is typed. */
const trial = async (typed: string): Promise<number> => {
  const config = readConfig();
  const place = typed === '' ? config.backup.plan?.to : typed;
  const target = await targetOf(config, place);
  return printTrial({ target, id: options['id'] ?? null, identityPath: options['identity'] ?? null }, print);
};

const [checked, tried] = [options['check'], options['trial']];
try {
  if (words.length > 0 || (checked === '') === (tried !== undefined)) {
    print.err(usage);
    process.exitCode = 2;
  } else process.exitCode = tried === undefined ? await check() : await trial(tried);
} catch (error) {
  const sentence = endingSentence(error);
  if (sentence === null) throw error;
  print.err(sentence);
  process.exitCode = 1;
}
