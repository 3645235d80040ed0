import { readFileSync, statSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import type { TlsFiles, TlsPair } from '#kernel/http/server';
import { errorCodeOf } from '#kernel/refusal';
import { StartRefused } from '#kernel/setup/start-refused';

const readNamed = (variable: string, file: string): Buffer => {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new StartRefused(`${variable} 指向的文件 ${file} 无法读取（${errorCodeOf(error) ?? '原因不明'}）`, {
      cause: error,
    });
  }
};

/**
 * Reads a certificate with its key. Refuses unusable files before anything is opened; in production also a key that every user of the machine can
 * read. A key readable by a group is allowed, because systems share keys with services that way. @source security 4.10
 */
export const checkTlsFiles = ({ cert, key }: TlsFiles, production: boolean): TlsPair => {
  const pair = { cert: readNamed('TLS_CERT', cert), key: readNamed('TLS_KEY', key) };
  try {
    createSecureContext(pair);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartRefused(`TLS_CERT 与 TLS_KEY 不是一对有效的证书与私钥：${reason}`, { cause: error });
  }
  if (production && (statSync(key).mode & 0o007) !== 0)
    throw new StartRefused(`TLS 私钥 ${key} 可被其他用户读取，请执行 chmod 600 后重新启动`);
  return pair;
};
