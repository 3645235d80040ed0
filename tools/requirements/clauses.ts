import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A clause that must be proved, and the files with tests whose titles name it. */
export interface Clause {
  readonly number: string;
  readonly text: string;
  readonly tests: readonly string[];
}

const clauseLine = /^- (R\d+\.\d+) (.+)$/;
/** Numbers such as R4.5 or R12.1–R12.3 in a title. */
const numbers = /R\d+\.\d+/g;
const titleLine =
  /\b(?:it|test|describe)(?:\.\w+)*\s*(?:\([^'"`]*\))?\(\s*(['"`])((?:(?!\1).)*)\1|^\s*(['"`])(R\d+\.\d+ .*)\3,$|\)\((['"`])(R\d+\.\d+ .*?)\5,/gm;

/** The clauses above the heading "Later". */
const clausesOf = (requirements: string): { number: string; text: string }[] =>
  (requirements.split(/^## Later$/m)[0] ?? '').split('\n').flatMap((line) => {
    const [, number, text] = clauseLine.exec(line) ?? [];
    return number === undefined || text === undefined ? [] : [{ number, text }];
  });

/** The test files that prove each clause. */
export const readClauses = (root: string): Clause[] => {
  const files = globSync(['{apps,packages,tools}/**/*.test.{ts,tsx}', 'e2e/**/*.spec.ts'], {
    cwd: root,
    exclude: (name) => name.includes('node_modules') || name.includes('dist'),
  });
  const proofs = new Map<string, Set<string>>();
  for (const file of files) {
    for (const match of readFileSync(join(root, file), 'utf8').matchAll(titleLine)) {
      for (const number of (match[2] ?? match[4] ?? match[6] ?? '').match(numbers) ?? []) {
        proofs.set(number, (proofs.get(number) ?? new Set()).add(file));
      }
    }
  }
  return clausesOf(readFileSync(join(root, 'docs/requirements.md'), 'utf8')).map(({ number, text }) => ({
    number,
    text,
    tests: [...(proofs.get(number) ?? [])].sort(),
  }));
};
