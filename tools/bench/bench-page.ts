import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeCommit, describeMachine } from './machine.ts';

const file = join(import.meta.dirname, '../../docs/bench.md');

const titles = {
  figures: '## One run, one table',
  bills: '## Bills among ten million lines',
  import: '## Import of a million lines',
  behavior: '## Visits among three million records',
  recon: '## Reconciliation of a million rows',
  shares: '## One who asks too much',
  readers: '## The readers of a million rows',
  intakes: '## Both intakes through a server',
  robot: '## The robot of customer service',
  longRun: '## The long run of the tests',
  soak: '## The soak',
} as const;
type Section = keyof typeof titles;

const intro = `# Figures

Written by \`npm run bench\` (the table), \`npm run bench -- bills\` (the table of bills), \`npm run bench -- import\` (the import of lines), \`npm run bench -- behavior\` (visits), \`npm run bench -- recon\` (reconciliation), \`npm run bench -- shares\` (one who asks too much), \`npm run bench -- robot\` (the robot of customer service) and \`npm run test:long\` (the long run and the soak); nothing
here is written by hand. Single parts print their rows alone:
\`npm run bench -- reads logins start bytes lighthouse chat\`. Compare ratios, not absolutes: both sides of a ratio were measured in turn, in the same run.

- The server is the product's own process on its own data folder, over loopback, logs at \`info\`. The limits that count by address are lifted
  (\`LIMITS\`), because the load comes from one; everything else is as it is served.
- The load comes from processes of its own over kept connections (32 for reads), each call with a nonce and a sign of its own. Calls are signed
  before the clock starts. A reply with any other status than the expected one ends the run without a table.
- reads: seven rounds of each contestant in turn after one for the compilers; medians. The processor's time beside each figure is that of the
  answering process alone, without the database's.
- logins: real accounts, right passwords, every write of a login included; a client sends its next login as soon as the last reply is there, also
  after a refusal. The visitor asks for the 12 products 50 times a second. Three rounds of four seconds; medians.
- bytes: body bytes over the wire in Chromium, everything that a route pulls in until it has been idle for five seconds.
- bills: an hour and 20 GB of disk, so no part of the whole run. Two servers, of which one has the few lines of others and one the many, laid by
  \`npm run demo:scale\`; calls go to both in turn. SQL is timed on the product's own connections, with its row-level security. What is written is
  compared with bare statements of the same rows, in turn. \`BILLS_FOLDER=folder\` keeps what was laid for another run, \`BILLS_MILLIONS=1\` is a
  smaller trial, which is printed alone.
- import: a file with as many lines as one import takes, from the console's upload to rows under their policies, against a bare COPY of the same rows by a
  superuser in turn; the visitor asks as long as one more such import takes; then a workbook whose cells share a million distinct texts, once, against its
  reader's own time and the bare COPY of its rows. \`IMPORT_LINES=100000\` is a smaller trial, which is printed alone.
- behavior: two servers with few and with three million records of the last 30 days, over the same pages; calls go to both in turn.
- recon: a ledger against as many lines on a throwaway PostgreSQL, or that of \`TEST_DATABASE_URL\`: COPY, matching, items and their indexes, against
  a bare COPY, a full outer join by reference into a table, and the same indexes, in turn; then a million rows through the server as a merchant
  sends them. \`RECON_ROWS=3000000\` takes other sizes, printed alone.
- shares: twelve who ask for the sum of a tenant's million lines without a pause, beside another tenant's list; fourteen trials of a rule by one member of
  staff, beside logins. A refused client waits for the seconds of Retry-After. \`SHARES_LINES=100000\` is a smaller trial, which is printed alone.
- readers: what both intakes read of files, by the reader alone, each in a process of its own; processor time of all its threads. \`READERS_BASE=folder\` is a
  tree of an earlier commit with its packages, which is measured in turn; \`READERS_ROWS=100000\` is a smaller trial, which is printed alone.
- intakes: a million rows by each intake through a running server, from upload to rows or counts: processor time of the server with all its threads and of all
  processes of its database, so that a machine which others use too says little else. \`INTAKES_BASE=folder\` is a tree of an earlier commit with its packages,
  whose own server takes the same files in turn; \`INTAKES_ROWS=100000\` is a smaller trial, which is printed alone.
- robot: 120 questions of merchants, each with the sections of the demonstration's documents that answer it, and 60 about other things
  (\`tools/bench/robot\`), asked of the search as the robot asks it, on a throwaway PostgreSQL; questions that went wrong are printed.
- lighthouse: as a phone, median of five, against a page of the same words without style, script or picture, in turn.
- merchant, console: the paint in the same way, of somebody who is signed in: with scripts and sheets in the browser's cache, as on a day like any
  other, and with nothing cached, as after a release; the bytes with nothing cached.
`;

/** The present sections, by title. */
const readSections = (): Partial<Record<Section, string>> => {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const found: Partial<Record<Section, string>> = {};
  for (const part of text.split(/^(?=## )/m)) {
    for (const [section, title] of Object.entries(titles)) {
      // The keys are those of `titles`.
      if (part.startsWith(`${title}\n`)) found[section as Section] = part.slice(title.length).trim();
    }
  }
  return found;
};

/** Rewrites one section of `docs/bench.md` with today's date and the measured commit; the other section stays. */
export const writeSection = (section: Section, body: string, browser?: string): void => {
  const date = new Date().toISOString().slice(0, 10);
  const head = `${date}, commit ${describeCommit()}. ${describeMachine(browser)}.`;
  const sections = { ...readSections(), [section]: `${head}\n\n${body.trim()}` };
  const parts = Object.entries(titles).flatMap(([name, title]) => {
    const text = sections[name as Section];
    return text === undefined ? [] : [`${title}\n\n${text}\n`];
  });
  writeFileSync(file, [intro, ...parts].join('\n'));
};
