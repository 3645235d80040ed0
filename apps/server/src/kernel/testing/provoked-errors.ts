import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { codesOf, type OperationSpec, operations } from '@ronghui/contract';

const noted = new Set<string>();

/** Notes in a file of the whole run that a test saw an operation fail for this reason. */
export const noteProvoked = (file: string, operationId: string, code: string): void => {
  const line = `${operationId} ${code}`;
  if (noted.has(line)) return;
  noted.add(line);
  appendFileSync(file, `${line}\n`);
};

/** What operations say that they may answer and no test of the run made them answer, one line each. @source house 11 */
export const unprovoked = (file: string): string[] => {
  const seen = new Set(existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []);
  const specs: [string, OperationSpec][] = Object.entries(operations);
  return specs.flatMap(([id, spec]) =>
    codesOf(spec)
      .map((code) => `${id} ${code}`)
      .filter((line) => !seen.has(line)),
  );
};
