import { mutations } from './all-mutations.ts';
import { readClauses } from './clauses.ts';
import { writeTable } from './mutation-table.ts';
import { tryMutation } from './try-mutation.ts';

// `npm run requirements` lists what is not proved; `npm run requirements -- try [R7.1 …]` breaks the code of those
// clauses (of all without a name), one after the other, and expects the named test to fail; `-- table` writes docs/testing.md.

const root = new URL('../..', import.meta.url).pathname;

const list = (): void => {
  const clauses = readClauses(root);
  const broken = new Set(mutations.map(({ clause }) => clause));
  const open = clauses.filter(({ number, tests }) => tests.length === 0 || !broken.has(number));
  for (const { number, text, tests } of open) {
    console.log(`${number}  ${tests.length === 0 ? 'no test' : 'never broken on purpose'}: ${text}`);
  }
  console.log(
    `${clauses.length - open.length} of ${clauses.length} clauses have a test that fails when they are broken.`,
  );
};

const tryAll = async (names: readonly string[]): Promise<void> => {
  const wanted = names.length === 0 ? mutations : mutations.filter(({ clause }) => names.includes(clause));
  for (const mutation of wanted) {
    const failed = await tryMutation(root, mutation);
    const isNoticed = failed.includes(mutation.fails);
    if (!isNoticed) process.exitCode = 1;
    console.log(`${mutation.clause}  ${isNoticed ? 'noticed' : 'NOT NOTICED'}: ${mutation.breaks}`);
    if (!isNoticed) console.log(failed.map((title) => `  failed: ${title}`).join('\n') || '  no test failed');
  }
};

const [action, ...names] = process.argv.slice(2);
if (action === 'try') await tryAll(names);
else if (action === 'table') writeTable(root);
else list();
