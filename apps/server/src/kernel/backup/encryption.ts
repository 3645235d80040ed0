import { Decrypter, Encrypter, identityToRecipient } from 'age-encryption';
import { StartRefused } from '#kernel/setup/start-refused';

/** Encrypts a stream. */
export type Sealer = (bytes: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;
/** Decrypts one. */
export type Opener = Sealer;

const through = (
  bytes: AsyncIterable<Uint8Array>,
  work: (stream: ReadableStream<Uint8Array>) => Promise<ReadableStream<Uint8Array>>,
): AsyncIterable<Uint8Array> => ({
  async *[Symbol.asyncIterator]() {
    yield* await work(ReadableStream.from(bytes) as ReadableStream<Uint8Array>);
  },
});

/** Encrypts to a public key in the age format, which `age` itself opens: `age1…`. @source running 3.1 */
export const sealerTo = (recipient: string): Sealer => {
  const encrypter = new Encrypter();
  try {
    encrypter.addRecipient(recipient);
  } catch {
    throw new StartRefused('备份的接收者应为 age 公钥，形如 age1…（由 age-keygen 生成）。');
  }
  return (bytes) => through(bytes, (stream) => encrypter.encrypt(stream));
};

/** Opens what was encrypted to the public key of an identity; `text` is a file of `age-keygen`, with its comments. */
export const openerWith = async (text: string): Promise<{ readonly recipient: string; readonly open: Opener }> => {
  const identity = text
    .split('\n')
    .map((line) => line.trim())
    .find((line) => line.startsWith('AGE-SECRET-KEY-1'));
  const decrypter = new Decrypter();
  try {
    if (identity === undefined) throw new Error('no identity');
    decrypter.addIdentity(identity);
    const recipient = await identityToRecipient(identity);
    return { recipient, open: (bytes) => through(bytes, (stream) => decrypter.decrypt(stream)) };
  } catch {
    throw new StartRefused('私钥文件中没有 age 私钥（AGE-SECRET-KEY-1…）。');
  }
};
