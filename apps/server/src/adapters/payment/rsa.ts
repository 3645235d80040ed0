import { createHash, type KeyObject, sign, verify } from 'node:crypto';

/** RSA PKCS#1 v1.5 with SHA-256, as both channels sign. @returns base64 */
export const signRsa = (privateKey: KeyObject, message: string): string =>
  sign('sha256', Buffer.from(message), privateKey).toString('base64');

const base64 = /^[A-Za-z0-9+/]{1,1024}={0,2}$/;

/** Whether a message has its right signature. Never throws. */
export const isSignedRsa = (publicKey: KeyObject, message: string | Buffer, signature: string): boolean =>
  base64.test(signature) &&
  verify(
    'sha256',
    typeof message === 'string' ? Buffer.from(message) : message,
    publicKey,
    Buffer.from(signature, 'base64'),
  );

/** Hex SHA-256 of a message. */
export const digestOf = (message: string | Buffer): string => createHash('sha256').update(message).digest('hex');
