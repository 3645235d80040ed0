import { readdir } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { contentRecordNames } from '@ronghui/domain/content';
import { exportContent } from '#features/content/content-export';
import type { ContentFault } from '#features/content/content-files';
import {
  agreementsToRetire,
  type EditedRecord,
  importOver,
  newerAgreements,
  readContent,
} from '#features/content/content-import';
import { operatorAuthor, operatorName } from '#kernel/command-verb';
import { endingSentence } from '#kernel/ending-sentence';
import { withDatabase } from './command-database.ts';

const usage = `用法：
  npm run content -- check 目录     检查内容文件，不写入
  npm run content -- import 目录 [--replace]
                                    整体导入，要么全部生效，要么都不生效；会替换运营台发布的内容时，须加 --replace
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

const mostFields = 5;

const editedLine = ({ name, by, at, removes, fields }: EditedRecord): string => {
  const what = [contentRecordNames[name.record], name.key].filter((word) => word !== '').join(' ');
  const more = fields.length > mostFields ? `等 ${fields.length} 处` : '';
  const change = removes ? '目录中没有，将从门户消失' : `${fields.slice(0, mostFields).join('、')}${more}`;
  return `${what}（${by}，${at.toISOString()} 发布）：${change}`;
};

/** Names what staff published and the import would replace. */
const nameEdited = (edited: readonly EditedRecord[]): number => {
  for (const record of edited) process.stderr.write(`${editedLine(record)}\n`);
  process.stderr.write(
    `以上 ${edited.length} 项在运营台发布过，导入会把它们换掉；没有写入任何内容。请先导出再合并到目录中，或加 --replace 替换：换下的内容留在历史版本里，可以退回。\n`,
  );
  return 1;
};

const importFolder = async (folder: string, replaces: boolean): Promise<number> => {
  const read = await readContent(folder);
  if (!read.ok) return tell(read.faults);
  const { faults, edited, retired, newer } = await withDatabase(async (database) => ({
    retired: await agreementsToRetire(database, read.content),
    newer: await newerAgreements(database, read.content),
    ...(await importOver(database, read.content, { author: operatorAuthor, by: operatorName, replaces })),
  }));
  if (faults.length > 0) return tell(faults);
  if (edited.length > 0) return nameEdited(edited);
  if (retired.length > 0) {
    process.stdout.write(
      `目录中没有的协议不再使用：${retired.join('、')}。已有的同意记录仍可查阅；重新放回即恢复使用。\n`,
    );
  }
  if (newer.length > 0) {
    process.stdout.write(`目录中没有、在它之后发布的协议版本仍然有效：${newer.join('、')}。\n`);
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

const verbs: Readonly<Record<string, (folder: string, replaces: boolean) => Promise<number>>> = {
  check,
  import: importFolder,
  export: takeOut,
};

const replaceFlag = '--replace';

const main = async ([verb = '', folder, ...flags]: readonly string[]): Promise<number> => {
  const run = verbs[verb];
  const replaces = flags.length === 1 && flags[0] === replaceFlag;
  if (run === undefined || folder === undefined || (flags.length > 0 && !(replaces && verb === 'import'))) {
    process.stderr.write(`${usage}\n`);
    return 2;
  }
  try {
    return await run(isAbsolute(folder) ? folder : join(process.env['INIT_CWD'] ?? process.cwd(), folder), replaces);
  } catch (error) {
    const sentence = endingSentence(error);
    if (sentence === null) throw error;
    process.stderr.write(`${sentence}\n`);
    return 1;
  }
};

process.exitCode = await main(process.argv.slice(2));
