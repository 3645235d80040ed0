import { indexStatements } from '../../apps/server/src/kernel/database/migrating/concurrent-index.ts';
import { kindOf, type MigrationStep, stepsOf } from '../../apps/server/src/kernel/database/migrating/migration-file.ts';
import { sqlStatements } from '../../apps/server/src/kernel/database/migrating/sql-statements.ts';
import { isAtLeast } from '../../apps/server/src/kernel/setup/version.ts';

/** A migration as it lies in its folder. */
export interface MigrationText {
  readonly name: string;
  readonly text: string;
}

/** The last one of before kinds; those that follow say theirs in their first line. */
export const lastWithoutKind = 120;

/** Tables with a row for a thing of the installation: they do not grow with merchants, users or time, so that an index or a check is made in milliseconds. */
export const smallTables: ReadonlySet<string> = new Set([
  'backup_run',
  'change_version',
  'clock_offset',
  'crypto_key',
  'data_key',
  'file_store',
  'maintenance',
  'node',
  'pepper_check',
  'scheduled_job',
]);

/** What the statements before one have made or proved. */
interface Known {
  /** Of this file: no running version uses it. */
  readonly made: Set<string>;
  /** `table.constraint` → the step of this file that added it without looking at rows. */
  readonly added: Map<string, number>;
  /** `table.constraint` → the column that it keeps from being null. */
  readonly present: Map<string, string>;
  readonly validated: Set<string>;
}

const nameAt = (text: string): string => /^"?([a-z_][a-z0-9_]*)"?/.exec(text)?.[1] ?? '';

/** The parts between the commas that stand in no bracket and no quote. */
const partsOf = (text: string): string[] => {
  const parts: string[] = [];
  let [part, depth, isQuoted] = ['', 0, false];
  for (const sign of text) {
    if (sign === "'") isQuoted = !isQuoted;
    if (!isQuoted && sign === '(') depth += 1;
    if (!isQuoted && sign === ')') depth -= 1;
    if (sign === ',' && depth === 0 && !isQuoted) {
      parts.push(part);
      part = '';
    } else part += sign;
  }
  return [...parts, part].map((each) => each.trim());
};

type Rule = readonly [pattern: RegExp, fault: string];
const firstOf = (rules: readonly Rule[], text: string): string[] => {
  const found = rules.find(([pattern]) => pattern.test(text));
  return found === undefined ? [] : [found[1]];
};

const columnRules: readonly Rule[] = [
  [/ (?:small|big)?serial\b/, 'rewrites the table: add the column, then fill it in batches'],
  [/ generated /, 'rewrites the table: add the column, then fill it in batches'],
  [
    / default .*\b(?:gen_random_uuid|uuidv4|uuidv7|random|nextval|clock_timestamp)\b/,
    'rewrites the table: the default differs from row to row',
  ],
  [/^(?!.* default ).* not null\b/, 'running versions write rows without it: give it a default'],
  [/ (?:unique|primary key)\b/, 'makes an index under a lock: a step concurrently, then add constraint … using index'],
  [
    / (?:references|check)\b/,
    'reads all rows under a lock: add constraint … not valid, and validate it in a later step',
  ],
];

const actionRules: readonly Rule[] = [
  [/^drop (?!constraint )/, 'drops a column that running versions use: a contract'],
  [/^rename\b/, 'renames what running versions use: a contract'],
  [/^alter (?:column )?\S+ (?:set data )?type /, 'rewrites the table: a new column, filled in batches'],
  [/^alter (?:column )?\S+ drop default\b/, 'running versions rely on the default: a contract'],
  [/^alter (?:column )?\S+ (?:add generated|set expression)\b/, 'rewrites the table'],
  [/^set (?:logged|unlogged|access method|tablespace|schema|without)\b/, 'rewrites or moves the table'],
  [/^(?:enable|force) row level security\b/, 'hides rows from running versions: a contract'],
  [/^(?:disable|no force) row level security\b/, 'shows every tenant’s rows'],
  [/^disable (?:trigger|rule)\b/, 'takes what running versions rely on: a contract'],
  [/^attach partition\b/, 'reads all rows under a lock'],
  [/^detach partition (?!.*concurrently)/, 'locks the table and takes rows from running versions: a contract'],
];

const ofConstraint = (table: string, action: string): string[] => {
  if (/ using index /.test(action)) return [];
  if (/(?:^add|^add constraint \S+) (?:unique|primary key|exclude)\b/.test(action))
    return ['makes an index under a lock: a step concurrently, then add constraint … using index'];
  return smallTables.has(table) || action.endsWith(' not valid')
    ? []
    : ['reads all rows under a lock: not valid, and validate it in a later step'];
};

const isConstraint = (action: string): boolean =>
  /^add (?:constraint \S+ )?(?:check|foreign key|unique|primary key|exclude)\b/.test(action);

const ofNotNull = (table: string, column: string, { present, validated }: Known): string[] => {
  const isProved = [...present].some(
    ([constraint, of]) => of === column && constraint.startsWith(`${table}.`) && validated.has(constraint),
  );
  return isProved ? [] : ['reads all rows under a lock: validate a check (… is not null) first'];
};

const ofAction = (table: string, action: string, { known, step }: { known: Known; step: number }): string[] => {
  const notNull = /^alter (?:column )?"?([a-z_][a-z0-9_]*)"? set not null$/.exec(action)?.[1];
  if (notNull !== undefined) return ofNotNull(table, notNull, known);
  const validating = /^validate constraint (\S+)$/.exec(action)?.[1];
  if (validating !== undefined)
    return known.added.get(`${table}.${validating}`) === step
      ? ['reads all rows under the lock of its addition: a later step']
      : [];
  if (isConstraint(action)) return ofConstraint(table, action);
  if (action.startsWith('add ')) return smallTables.has(table) ? [] : firstOf(columnRules, action);
  return firstOf(actionRules, action);
};

const alterTable = (statement: string): { readonly table: string; readonly actions: readonly string[] } | null => {
  const rest = /^alter table (?:if exists )?(?:only )?(.+)$/s.exec(statement)?.[1];
  if (rest === undefined) return null;
  return { table: nameAt(rest), actions: partsOf(rest.slice(rest.indexOf(' ') + 1)) };
};

const creating =
  /^create (?:or replace )?(?:unlogged |temp |temporary )?(?:table|view|materialized view|function|procedure|type|domain|sequence) (?:if not exists )?(.+)$/s;

/** Notes what a statement makes or proves for those that follow. */
const learn = (statement: string, step: number, { made, added, present, validated }: Known): void => {
  const name = creating.exec(statement)?.[1];
  if (name !== undefined && !statement.startsWith('create or replace ')) made.add(nameAt(name));
  const altered = alterTable(statement);
  for (const action of altered?.actions ?? []) {
    const [, constraint, body = ''] = /^add constraint (\S+) (.+)$/s.exec(action) ?? [];
    const key = `${altered?.table ?? ''}.${constraint ?? ''}`;
    const column = /^check ?\( ?"?([a-z_][a-z0-9_]*)"? is not null ?\)/.exec(body)?.[1];
    if (constraint !== undefined) added.set(key, step);
    if (column !== undefined) {
      present.set(key, column);
      if (!body.endsWith('not valid')) validated.add(key);
    }
    const proved = /^validate constraint (\S+)$/.exec(action)?.[1];
    if (proved !== undefined) validated.add(`${altered?.table ?? ''}.${proved}`);
  }
};

const statementRules: readonly Rule[] = [
  [/^(?:truncate|lock|vacuum|cluster|reindex|refresh) ?/, 'locks a table that running versions use'],
  [/^alter (?!table ).* rename /s, 'renames what running versions use: a contract'],
  [/^(?:drop|alter) policy |^create policy .* as restrictive /s, 'hides rows from running versions: a contract'],
  [/^drop (?:trigger|rule) /, 'takes what running versions rely on: a contract'],
  [/^alter type .* drop /s, 'takes what running versions use: a contract'],
  [/^do /, 'says only when it runs what it does: write its statements'],
];

/** What a statement changes of rows that are there; undefined where it changes none. */
const changedBy = (statement: string): string | undefined => {
  const direct = /^(?:update|delete from|merge into) (?:only )?(.+)$/s.exec(statement)?.[1];
  const within = statement.startsWith('with ')
    ? /(?<=[ (])(?<!for |do )(?:update|delete from|merge into) (?:only )?("?[a-z_].*)$/s.exec(statement)?.[1]
    : undefined;
  const found = direct ?? within;
  return found === undefined ? undefined : nameAt(found);
};

const ofIndex = (statement: string, made: ReadonlySet<string>): string[] => {
  if (/^(?:create (?:unique )?|drop )index concurrently /.test(statement))
    return ['runs in no transaction: a step concurrently'];
  if (statement.startsWith('drop index ')) return ['locks the table: drop index concurrently'];
  const table = / on (?:only )?("?[a-z_].*)$/s.exec(statement)?.[1];
  if (!/^create (?:unique )?index /.test(statement) || table === undefined) return [];
  const name = nameAt(table);
  return made.has(name) || smallTables.has(name) ? [] : ['keeps writes out while it is made: a step concurrently'];
};

const ofDrop = (statement: string, made: ReadonlySet<string>): string[] => {
  const dropped =
    /^drop (?:table|view|materialized view|function|procedure|aggregate|type|domain|schema|sequence|owned by) (?:if exists )?(.+)$/s.exec(
      statement,
    )?.[1];
  return dropped === undefined || made.has(nameAt(dropped)) ? [] : ['drops what running versions use: a contract'];
};

const ofRights = (statement: string, made: ReadonlySet<string>): string[] => {
  const of = /^revoke .{1,80}? on (?:function |table )?("?[a-z_].*)$/s.exec(statement)?.[1];
  if (statement.startsWith('revoke ') && !made.has(nameAt(of ?? '')))
    return ['takes a right that running versions use: a contract'];
  const owned = /^select tenant_owned\('(\w+)'\)/.exec(statement)?.[1];
  return owned === undefined || made.has(owned) ? [] : ['hides rows from running versions: a contract'];
};

const ofStatement = (statement: string, step: number, known: Known): string[] => {
  const { made } = known;
  const altered = alterTable(statement);
  if (altered !== null)
    return made.has(altered.table)
      ? []
      : altered.actions.flatMap((action) => ofAction(altered.table, action, { known, step }));
  const changed = changedBy(statement);
  if (changed !== undefined && !made.has(changed) && !smallTables.has(changed))
    return ['keeps the rows that it changes locked until all are: a step batches'];
  return [
    ...firstOf(statementRules, statement),
    ...ofIndex(statement, made),
    ...ofDrop(statement, made),
    ...ofRights(statement, made),
  ];
};

const ofStep = (name: string, { kind, sql }: MigrationStep, look: (statement: string) => string[]): string[] => {
  const statements = sqlStatements(sql).map((statement) => statement.toLowerCase());
  if (kind === 'concurrently') {
    indexStatements(name, sql);
    return [];
  }
  if (kind === 'transaction')
    return statements.flatMap((each) => look(each).map((fault) => `${each.slice(0, 60)}: ${fault}`));
  const [statement = ''] = statements;
  const isBatch = statements.length === 1 && /^(?:update|delete|insert|with) /.test(statement);
  if (!isBatch) return ['a step batches is one statement that changes rows'];
  return / limit \d/.test(statement) ? [] : ['a step batches says how many rows it changes at once: limit'];
};

/** What is wrong with a migration; `earlier` are those before it, `version` is that of the product. */
export const faultsOfMigration = (
  { name, text }: MigrationText,
  { earlier, version }: { readonly earlier: readonly MigrationText[]; readonly version: string },
): string[] => {
  const say = (fault: string) => `${name}: ${fault}`;
  try {
    const { kind, oldestVersion } = kindOf(name, text);
    const steps = stepsOf(name, text);
    if (kind === null) return Number(name.slice(0, 4)) > lastWithoutKind ? [say('its first line says no kind')] : [];
    if (oldestVersion !== null)
      return isAtLeast(version, oldestVersion) ? [] : [say(`waits for ${oldestVersion}, and this is ${version}`)];
    const known: Known = { made: new Set(), added: new Map(), present: new Map(), validated: new Set() };
    for (const before of earlier)
      for (const statement of sqlStatements(before.text)) learn(statement.toLowerCase(), -1, known);
    known.made.clear();
    return steps.flatMap((step, at) =>
      ofStep(name, step, (statement) => {
        const faults = ofStatement(statement, at, known);
        learn(statement, at, known);
        return faults;
      }).map(say),
    );
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
};
