import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { codesOf, type OperationSpec, operations } from '@ronghui/contract';

const noted = new Set<string>();

/** Records in a file of the run that a test saw an operation fail for this reason. */
export const noteProvoked = (file: string, operationId: string, code: string): void => {
  const line = `${operationId} ${code}`;
  if (noted.has(line)) return;
  noted.add(line);
  appendFileSync(file, `${line}\n`);
};

/** Declared errors that no test of the run provoked, one a line. @source house 11 */
export const unprovoked = (file: string): string[] => {
  const seen = new Set(existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []);
  const specs: [string, OperationSpec][] = Object.entries(operations);
  return specs.flatMap(([id, spec]) =>
    codesOf(spec)
      .map((code) => `${id} ${code}`)
      .filter((line) => !seen.has(line)),
  );
};
