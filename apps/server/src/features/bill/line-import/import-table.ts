import type { ColumnMapping } from '@ronghui/domain/line-import';
import type { TableSource } from '#kernel/files/reading/table-rows';

/** What the reading thread is asked for. */
export interface ReadingTask {
  readonly source: TableSource;
  /** Looks at the first rows, or reads all of them by a mapping. */
  readonly mode: 'look' | 'import';
  readonly mapping: ColumnMapping;
  readonly maxRows: number;
}
