import { readdir } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { exportContent } from '#features/content/content-export';
import type { ContentFault } from '#features/content/content-files';
import { agreementsToRetire, importContent, readContent } from '#features/content/content-import';
import { operatorAuthor, operatorName } from '#kernel/desk';
import { endingSentence } from '../ending-sentence.ts';
import { withDatabase } from './command-database.ts';

const usage = `用法：
  npm run content -- check 目录     检查内容文件，不写入
  npm run content -- import 目录    整体导入，要么全部生效，要么都不生效
  npm run content -- export 目录    把已发布的内容写到一个空目录`;

const tell = (faults: readonly ContentFault[]): number => {
  for (const { file, line, message } of faults) process.stderr.write(`${file}:${line} ${message}\n`);
  process.stderr.write(`共 ${faults.length} 处问题，没有写入任何内容。\n`);
  return 1;
};

const check = async (folder: string): Promise<number> => {
  const read = await readContent(folder);
  if (!read.ok) return tell(read.faults);
  const { catalog, docs, agreements, media } = read.content;
  process.stdout.write(
    `产品 ${catalog.products.length} · 文档 ${docs.documents.length} · 协议版本 ${agreements.length} · 图片与音频 ${media.length}：没有问题。\n`,
  );
  return 0;
};

const importFolder = async (folder: string): Promise<number> => {
  const read = await readContent(folder);
  if (!read.ok) return tell(read.faults);
  const { faults, retired } = await withDatabase(async (database) => ({
    retired: await agreementsToRetire(database, read.content),
    faults: await importContent(database, read.content, { author: operatorAuthor, by: operatorName }),
  }));
  if (faults.length > 0) return tell(faults);
  if (retired.length > 0) {
    process.stdout.write(
      `目录中没有的协议不再使用：${retired.join('、')}。已有的同意记录仍可查阅；重新放回即恢复使用。\n`,
    );
  }
  process.stdout.write('已导入，运行中的服务随即生效。\n');
  return 0;
};

const takeOut = async (folder: string): Promise<number> => {
  const there = await readdir(folder).catch(() => []);
  if (there.length > 0) {
    process.stderr.write(`${folder} 不是空目录：为免覆盖，没有写入。\n`);
    return 1;
  }
  await withDatabase((database) => exportContent(database.reading('service'), folder));
  process.stdout.write(`已写到 ${folder}。\n`);
  return 0;
};

const verbs: Readonly<Record<string, (folder: string) => Promise<number>>> = {
  check,
  import: importFolder,
  export: takeOut,
};

const main = async ([verb = '', folder]: readonly string[]): Promise<number> => {
  const run = verbs[verb];
  if (run === undefined || folder === undefined) {
    process.stderr.write(`${usage}\n`);
    return 2;
  }
  try {
    return await run(isAbsolute(folder) ? folder : join(process.env['INIT_CWD'] ?? process.cwd(), folder));
  } catch (error) {
    const sentence = endingSentence(error);
    if (sentence === null) throw error;
    process.stderr.write(`${sentence}\n`);
    return 1;
  }
};

process.exitCode = await main(process.argv.slice(2));
