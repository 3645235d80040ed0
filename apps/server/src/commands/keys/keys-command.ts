import { readVerbArgs } from '#kernel/command-verb';
import { readConfig } from '#kernel/setup/config';
import { endCommand } from '../end-command.ts';
import {
  type KeySetting,
  printDataKeys,
  printDroppedPepper,
  printDroppedVault,
  printTurnedMaster,
  printTurnedPepper,
  printTurnedSigning,
  printTurnedTrail,
  printTurnedVault,
} from './keys.ts';

const usage = `用法：npm run keys -- <动作>
  list                                 各代密钥，与仍需要旧密钥的内容
  turn master [again] [--to 文件]      更换主密钥：数据密钥改用新的主密钥包裹；一天之内再换一次写 again
  turn vault                           更换封存密钥：此前封存的内容由任务逐批重新封存
  turn audit                           更换审计链的密钥：旧的一直用于核验此前的封存
  turn signing                         更换会话签名的密钥：登录保持不变，旧的密钥随即停用
  turn pepper                          更换口令密钥：各人下次用密码登录时改用新的
  drop vault                           停用旧的封存密钥；仍有内容需要它时拒绝
  drop pepper                          停用旧的口令密钥；仍有账号需要它时拒绝`;

const { words, options } = readVerbArgs(process.argv.slice(2));

await endCommand(async (database, print) => {
  const setting: KeySetting = { database, config: readConfig() };
  switch (words.join(' ')) {
    case 'list':
      return printDataKeys(setting, print);
    case 'turn master':
    case 'turn master again':
      return printTurnedMaster(setting, { path: options['to'] ?? null, again: words.length === 3 }, print);
    case 'turn vault':
      return printTurnedVault(setting, print);
    case 'turn audit':
      return printTurnedTrail(setting, print);
    case 'turn signing':
      return printTurnedSigning(setting, print);
    case 'turn pepper':
      return printTurnedPepper(setting, print);
    case 'drop pepper':
      return printDroppedPepper(setting, print);
    case 'drop vault':
      return printDroppedVault(setting, print);
    default:
      print.err(usage);
      return 2;
  }
});
