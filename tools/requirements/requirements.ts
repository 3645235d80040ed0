import { readClauses } from './clauses.ts';

const clauses = readClauses(new URL('../..', import.meta.url).pathname);
const open = clauses.filter((clause) => clause.tests.length === 0);
for (const clause of open) console.log(`${clause.number}  ${clause.text}`);
console.log(`${clauses.length - open.length} of ${clauses.length} clauses are proved by a test.`);
