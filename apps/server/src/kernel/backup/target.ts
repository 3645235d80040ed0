/** Where backups lie: a folder or a bucket. A name is there as a whole or not at all. */
export interface BackupTarget {
  /** How it is called in sentences. */
  readonly place: string;
  put(name: string, body: AsyncIterable<Uint8Array>): Promise<void>;
  /** Null where there is nothing of that name. */
  get(name: string): Promise<AsyncIterable<Uint8Array> | null>;
  has(name: string): Promise<boolean>;
  /** The names that begin so, in no order. */
  list(prefix: string): AsyncIterable<string>;
  remove(name: string): Promise<void>;
  /** Removes what a put has left that was ended on its way; absent where nothing is left. May not run beside one. */
  tidy?(): Promise<void>;
}
