import type { Database } from '#kernel/database/db';
import { endingSentence } from '#kernel/ending-sentence';
import { withDatabase } from './command-database.ts';

/** What a command prints. */
export interface Printing {
  out(line: string): void;
  err(line: string): void;
}

const printing: Printing = {
  out: (line) => void process.stdout.write(`${line}\n`),
  err: (line) => void process.stderr.write(`${line}\n`),
};

/** Runs what a command does on the product's database; the process ends with its number. */
export const endCommand = async (run: (database: Database, print: Printing) => Promise<number>): Promise<void> => {
  try {
    process.exitCode = await withDatabase((database) => run(database, printing));
  } catch (error) {
    const sentence = endingSentence(error);
    if (sentence === null) throw error;
    printing.err(sentence);
    process.exitCode = 1;
  }
};
