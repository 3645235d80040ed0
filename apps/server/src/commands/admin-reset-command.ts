import { resetFirstAdmin } from '#features/staff/staff-admin';
import { operatorAuthor } from '#kernel/command-verb';
import { endingSentence } from '#kernel/ending-sentence';
import { addressOf } from '#kernel/setup/address';
import { readConfig } from '#kernel/setup/config';
import { withDatabase } from './command-database.ts';
import { commandPorts } from './command-ports.ts';

const main = async (): Promise<number> => {
  try {
    const admin = await withDatabase(async (database) =>
      resetFirstAdmin(database, await commandPorts(database), operatorAuthor),
    );
    const config = readConfig();
    // As the first start prints it (contract 7).
    const url = `${addressOf(config, config.port)}/console/`;
    process.stdout.write(`${JSON.stringify({ event: 'firstAdmin', ...admin, url })}\n`);
    process.stderr.write(
      '一次性密码 30 分钟内有效，只能登录一次，登录后须立即修改；该账号的动态口令与锁定已清除，已登录的会话已退出。\n',
    );
    return 0;
  } catch (error) {
    const sentence = endingSentence(error);
    if (sentence === null) throw error;
    process.stderr.write(`${sentence}\n`);
    return 1;
  }
};

process.exitCode = await main();
