import { EmbeddedDatabaseError } from '#kernel/embedded/problem';
import { isDatabaseBusy, isDatabaseGone } from '#kernel/faults';
import { StorageFailed } from '#kernel/files/storage';
import { StartRefused } from '#kernel/setup/start-refused';

/** What a start or a command says when it cannot go on; null for a fault of ours, which needs its stack. @source R14.1, R14.6 */
export const endingSentence = (error: unknown): string | null => {
  if (error instanceof StartRefused || error instanceof EmbeddedDatabaseError) return error.message;
  if (error instanceof StorageFailed)
    return '文件存储没有响应或拒绝了请求：请检查它的地址、密钥、权限与剩余空间，然后重试；重复执行不会重复生效。';
  if (isDatabaseGone(error))
    return '数据库没有响应：请检查它是否在运行、网络是否通畅，然后重试；重复执行不会重复生效。';
  if (isDatabaseBusy(error)) return '数据库正忙，没有及时完成：请稍后重试；重复执行不会重复生效。';
  return null;
};
