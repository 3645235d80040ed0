import { readFile, stat } from 'node:fs/promises';
import { operatorAuthor } from '#kernel/command-verb';
import type { Database } from '#kernel/database/db';
import { orNull } from '#kernel/files/local-files';
import { listDataKeys } from '#kernel/secrets/data-keys/data-key.sql';
import { makeGeneration, openDataKeys } from '#kernel/secrets/data-keys/data-keys';
import { dropOldPepper, listPepperNeeded } from '#kernel/secrets/data-keys/drop-pepper';
import { dropOldVault } from '#kernel/secrets/data-keys/drop-vault';
import { listNeeded, vaultNow } from '#kernel/secrets/data-keys/reseal';
import { turnMaster } from '#kernel/secrets/data-keys/turn-master';
import { openKeyFiles, parseKey } from '#kernel/secrets/key-files';
import type { Config } from '#kernel/setup/config';
import { StartRefused } from '#kernel/setup/start-refused';
import type { Printing } from '../end-command.ts';

/** What a command of keys works on. */
export interface KeySetting {
  readonly database: Database;
  readonly config: Pick<Config, 'dataDir' | 'environment' | 'keyFiles'>;
}

const folderOf = async ({ database, config }: KeySetting): Promise<string> => {
  const { folder } = await openKeyFiles(config.dataDir, config.environment === 'production', {
    given: config.keyFiles,
  });
  // Where there are none yet they are stored first; a master key that is not theirs is refused.
  await openDataKeys(database, folder, null);
  return folder;
};

/** The master key of a file that somebody brings. */
const givenKey = async (path: string): Promise<Buffer> => {
  const found = await orNull(stat(path));
  if (found === null) throw new StartRefused(`没有密钥文件 ${path}。`);
  if ((found.mode & 0o077) !== 0)
    throw new StartRefused(`密钥文件 ${path} 可被其他用户读取，请执行 chmod 600 后再试。`);
  return parseKey(await readFile(path, 'utf8'), path);
};

/** Turns the master key over, to that of a file or to one that is made. */
export const printTurnedMaster = async (
  setting: KeySetting,
  { path, again }: { readonly path: string | null; readonly again: boolean },
  print: Printing,
): Promise<number> => {
  const folder = await folderOf(setting);
  const given = path === null ? null : await givenKey(path);
  const outcome = await turnMaster(setting.database, { folder, given, again, author: operatorAuthor });
  given?.fill(0);
  if (outcome === 'same') print.out('在用的就是这个主密钥：没有改动。');
  if (outcome === 'recent') print.out('主密钥在一天之内更换过：没有改动。确要再换一次，请用 turn master again。');
  if (outcome === 'turned') {
    print.out('主密钥已更换，服务不必重启。请现在另存一份：npm run backup -- keys 文件。');
    print.out('更换之前的备份，仍要用更换之前另存的密钥才能恢复。');
  }
  return 0;
};

const isWaiting = '已有一代新的密钥等待启用：没有改动。';
const madeOf = (name: string, generation: number): string =>
  `已生成${name}密钥第 ${generation} 代：运行中的服务几秒内启用它，没有运行的在下次启动时启用。`;

/** Makes the next generation of the trail's key: seals of before are verified with the one that made them. */
export const printTurnedTrail = async (setting: KeySetting, print: Printing): Promise<number> => {
  const generation = await makeGeneration(setting.database, await folderOf(setting), {
    purpose: 'audit',
    author: operatorAuthor,
  });
  print.out(generation === null ? isWaiting : madeOf('审计链', generation));
  if (generation !== null) print.out('此前的封存仍以当时的密钥核验，旧的密钥一直保留。');
  return 0;
};

/** Makes the next generation of the signing keys of sessions; those of before go with it. */
export const printTurnedSigning = async (setting: KeySetting, print: Printing): Promise<number> => {
  const generation = await makeGeneration(setting.database, await folderOf(setting), {
    purpose: 'signing',
    author: operatorAuthor,
  });
  print.out(generation === null ? isWaiting : madeOf('会话签名', generation));
  if (generation !== null) print.out('登录保持不变：浏览器会自动换用新的签名密钥；旧的密钥随启用一并停用。');
  return 0;
};

/** Makes the next generation of the vault; what stands under the one before is re-sealed by a job. */
export const printTurnedVault = async (setting: KeySetting, print: Printing): Promise<number> => {
  const generation = await makeGeneration(setting.database, await folderOf(setting), {
    purpose: 'vault',
    author: operatorAuthor,
  });
  print.out(generation === null ? isWaiting : madeOf('封存', generation));
  if (generation !== null) print.out('此前封存的内容由任务“按新密钥重新封存”逐批更新，进度见 npm run keys -- list。');
  return 0;
};

/** Makes the next pepper; a login hashes its password anew. */
export const printTurnedPepper = async (setting: KeySetting, print: Printing): Promise<number> => {
  const generation = await makeGeneration(setting.database, await folderOf(setting), {
    purpose: 'pepper',
    author: operatorAuthor,
  });
  print.out(generation === null ? isWaiting : madeOf(names.pepper, generation));
  if (generation !== null) {
    print.out('各人下次用密码登录时改用它，还有多少账号没有改用见 npm run keys -- list。');
    print.out('此后不能退回 0.9 之前的版本：它会把改用后的密码都当作错误的。');
  }
  return 0;
};

/** Drops the peppers before the one in force. */
export const printDroppedPepper = async (setting: KeySetting, print: Printing): Promise<number> => {
  await folderOf(setting);
  const dropped = await dropOldPepper(setting.database, operatorAuthor);
  switch (dropped.outcome) {
    case 'dropped':
      print.out(`已停用${names.pepper}密钥第 ${dropped.generations.join('、')} 代，它不能再恢复。`);
      if (dropped.unseen.users > 0)
        print.out(`${countText(dropped.unseen.users, '个账号')}超过 180 天没有用过密码：须用短信验证码重新设置。`);
      if (dropped.unseen.staff > 0)
        print.out(`${countText(dropped.unseen.staff, '名运营人员')}超过 180 天没有登录：须由管理员重置密码。`);
      return 0;
    case 'none':
      print.out(`没有旧的${names.pepper}密钥：没有改动。`);
      return 0;
    case 'young':
      print.err(`新的${names.pepper}密钥启用还不到一小时，进行中的操作可能仍在使用旧的：请稍后再试。没有改动。`);
      return 1;
    case 'needed':
      print.err(`旧的${names.pepper}密钥仍有账号需要，没有停用：`);
      for (const { name, count } of dropped.needed) print.err(`  ${name}：${countText(count)}`);
      print.err('它们 180 天之内用过或设过密码，下次用密码登录即改用新的；满 180 天不再用的不计。');
      return 1;
  }
};

/** Drops what stands before the generation of the vault in force. */
export const printDroppedVault = async (setting: KeySetting, print: Printing): Promise<number> => {
  await folderOf(setting);
  const dropped = await dropOldVault(setting.database, operatorAuthor);
  switch (dropped.outcome) {
    case 'dropped':
      print.out(`已停用封存密钥第 ${dropped.generations.join('、')} 代，它不能再恢复。`);
      return 0;
    case 'none':
      print.out('没有旧的封存密钥：没有改动。');
      return 0;
    case 'young':
      print.err('新的封存密钥启用还不到一小时，进行中的操作可能仍在使用旧的：请稍后再试。没有改动。');
      return 1;
    case 'needed':
      print.err('旧的封存密钥仍有内容需要，没有停用：');
      for (const { name, count } of dropped.needed) print.err(`  ${name}：${countText(count)}`);
      print.err('任务“按新密钥重新封存”会更新它们；idempotency.reply 到期自动删除。');
      return 1;
  }
};

const countText = (count: number, unit = '行'): string => (count >= 1000 ? `1000 ${unit}以上` : `${count} ${unit}`);

const names = { vault: '封存', digests: '摘要', audit: '审计链', signing: '会话签名', pepper: '口令' } as const;
const momentOf = (at: Date): string => at.toISOString().slice(0, 16).replace('T', ' ');

/** The data keys, and what keeps the old ones. */
export const printDataKeys = async (setting: KeySetting, print: Printing): Promise<number> => {
  await folderOf(setting);
  const rows = await listDataKeys(setting.database.reading('service'));
  for (const { purpose, generation, inForceAt } of rows)
    print.out(
      `${names[purpose]} 第 ${generation} 代：${inForceAt === null ? '等待启用' : `${momentOf(inForceAt)} UTC 启用`}`,
    );
  const { current, hasOlder } = vaultNow(rows);
  const needed = hasOlder ? await setting.database.transact('service', (tx) => listNeeded(tx, current.generation)) : [];
  for (const { name, count } of needed) print.out(`旧的封存密钥仍有内容需要：${name}，${countText(count)}`);
  const accounts = await setting.database.transact('service', (tx) => listPepperNeeded(tx, rows));
  for (const { name, count } of accounts)
    print.out(`旧的${names.pepper}密钥仍有账号需要：${name}，${countText(count)}`);
  return 0;
};
