import type pg from 'pg';
import { isDatabaseGone } from '#kernel/faults';
import { errorCodeOf } from '#kernel/refusal';
import { StartRefused } from '#kernel/setup/start-refused';

const oldestMajor = 15;

const sentences: Readonly<Record<string, (variable: string) => string>> = {
  '28P01': (variable) => `数据库拒绝了 ${variable} 中的用户名或密码。`,
  '28000': (variable) => `数据库不允许 ${variable} 中的用户从本机登录：请检查用户名与 pg_hba.conf。`,
  '3D000': (variable) => `${variable} 指向的数据库不存在：请先创建它。`,
};

/** Why a database refuses to be entered, in a sentence that names the variable with its address; undefined for what is no refusal. */
export const loginSentenceOf = (error: unknown, variable: string): string | undefined =>
  sentences[errorCodeOf(error) ?? '']?.(variable);

/** Connects to the database of DATABASE_URL; a failure is reported in a sentence that says what to fix. */
export const connectGivenDatabase = async <T>(enter: () => Promise<T>): Promise<T> => {
  try {
    return await enter();
  } catch (error) {
    const sentence = loginSentenceOf(error, 'DATABASE_URL');
    if (sentence !== undefined) throw new StartRefused(sentence, { cause: error });
    if (isDatabaseGone(error))
      throw new StartRefused('无法连接 DATABASE_URL 指向的数据库，请检查地址与网络。', { cause: error });
    throw error;
  }
};

/** What is wrong with a server of this version and encoding; null when the product can use it. */
export const faultOfServer = (version: number, encoding: string): string | null => {
  const major = Math.floor(version / 10_000);
  if (major < oldestMajor) return `数据库是 PostgreSQL ${major}，需要 ${oldestMajor} 或更高版本：请先升级数据库。`;
  return encoding === 'UTF8' ? null : `数据库的编码是 ${encoding}，需要 UTF8：请新建一个 UTF8 编码的数据库。`;
};

/** Refuses a server on which the migrations would fail halfway. */
export const checkServer = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ version: number; encoding: string }>(
    "select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding",
  );
  const fault = rows[0] === undefined ? null : faultOfServer(rows[0].version, rows[0].encoding);
  if (fault !== null) throw new StartRefused(fault);
};

/** Reports the rights that an administrator has to grant, where the user may not create tables. */
export const refuseNoRight = (error: unknown, user: string): never => {
  if (!['42501', '3F000'].includes(errorCodeOf(error) ?? '')) throw error;
  throw new StartRefused(
    `DATABASE_URL 的用户不能在模式 public 中建表。请由数据库管理员执行一次：\n  grant usage, create on schema public to "${user.replaceAll('"', '""')}";\n然后重新启动。`,
    { cause: error },
  );
};
