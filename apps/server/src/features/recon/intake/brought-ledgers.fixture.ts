import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BroughtRow, ByHand } from './read-ledger.fixture.ts';

/** A file as bookkeepers have it, and what a careful one reads in it; without rows it is refused with a sentence that contains `say`. */
export interface Brought {
  readonly id: string;
  readonly file: string;
  readonly upload: string;
  readonly rows: readonly BroughtRow[] | null;
  readonly fix?: ByHand;
  readonly say?: string;
}

export const broughtFolder = join(import.meta.dirname, '../../../kernel/testing/ledgers');
export const brought: readonly Brought[] = JSON.parse(readFileSync(join(broughtFolder, 'expected.json'), 'utf8'));
