import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { codesOf, type OperationSpec, operations } from '@ronghui/contract';

/** What stands in the files already, a line of a file each: files of tests that share a process share this too. */
const noted = new Set<string>();

/** Records in a file of the run that a test saw an operation fail for this reason. */
export const noteProvoked = (file: string, operationId: string, code: string): void => {
  const line = `${operationId} ${code}`;
  const entry = `${file} ${line}`;
  if (noted.has(entry)) return;
  noted.add(entry);
  appendFileSync(file, `${line}\n`);
};

const allFiles = 'all files';
const linesOf = (file: string): string[] => (existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []);

/** Declared errors that no test of the run provoked, one a line. @source house 11 */
const unprovoked = (file: string): string[] => {
  const seen = new Set(linesOf(file));
  const specs: [string, OperationSpec][] = Object.entries(operations);
  return specs.flatMap(([id, spec]) =>
    codesOf(spec)
      .map((code) => `${id} ${code}`)
      .filter((line) => !seen.has(line)),
  );
};

/**
 * The declared errors that no test provokes, at the end of an attempt. Nothing can be concluded before all files have run, in this attempt or in the
 * one before; and where a file failed the next attempt concludes.
 */
export const concludeProvoked = (
  file: string,
  { ranAll, isGreen }: { readonly ranAll: boolean; readonly isGreen: boolean },
): string[] => {
  if (ranAll) appendFileSync(file, `${allFiles}\n`);
  return isGreen && linesOf(file).includes(allFiles) ? unprovoked(file) : [];
};
