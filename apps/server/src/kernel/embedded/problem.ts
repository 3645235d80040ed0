/** The reason why the embedded database cannot serve, for the person at the terminal in Chinese and English. */
export class EmbeddedDatabaseError extends Error {
  override readonly name: string = 'EmbeddedDatabaseError';

  constructor(chinese: string, english: string, detail = '') {
    super(`${chinese}\n${english}${detail === '' ? '' : `\n${detail}`}`);
  }
}

/** Another process owns the data folder. */
export class DataFolderInUseError extends EmbeddedDatabaseError {
  override readonly name: string = 'DataFolderInUseError';
}

/** The code of a failed system call (`ENOENT`, `EPERM` …), or an empty text. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
