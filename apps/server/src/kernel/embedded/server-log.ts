import { closeSync, existsSync, openSync, readSync, renameSync, statSync } from 'node:fs';

const rotateBytes = 5_000_000;
const endBytes = 2000;

/** Opens the server's log for appending; a large one is rotated first. The caller closes it. */
export const openServerLog = (file: string): number => {
  if (sizeOf(file) > rotateBytes) renameSync(file, `${file}.1`);
  return openSync(file, 'a', 0o600);
};

/** The length of a file; 0 if it does not exist. */
export const sizeOf = (file: string): number => (existsSync(file) ? statSync(file).size : 0);

/**
 * The end of the server's log, at most 2,000 bytes, for error messages.
 *
 * @param from bytes to skip: those written before the start in question
 */
export const endOfServerLog = (file: string, from = 0): string => {
  const size = sizeOf(file);
  const begin = Math.max(size < from ? 0 : from, size - endBytes);
  if (begin >= size) return '';
  const bytes = Buffer.alloc(size - begin);
  const handle = openSync(file, 'r');
  try {
    readSync(handle, bytes, 0, bytes.length, begin);
  } finally {
    closeSync(handle);
  }
  return bytes.toString('utf8').trim();
};
