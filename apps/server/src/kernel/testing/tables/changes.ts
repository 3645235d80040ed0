import pg from 'pg';

/** What of a table's changes counts. */
export interface TableChangesOptions {
  /** Tables whose changes do not count. */
  readonly aside?: readonly string[];
  /** Of these tables, only rows for which this condition on `changed` holds, which is the new row, or a deleted one. */
  readonly only?: Readonly<Record<string, string>>;
}

/** A session by its content, because its use is recorded once a minute and is no write of an operation. */
const conditionOfUpdate: Readonly<Record<string, string>> = {
  session: "to_jsonb(old) - 'last_seen_at' is distinct from to_jsonb(new) - 'last_seen_at'",
};

/** Its rows are written in the transaction of the change: what is rolled back was no change. `security definer`, because writers may not write here. */
const ground = `create schema table_changes;
  create unlogged table table_changes.seen (name text not null);
  create function table_changes.note() returns trigger language plpgsql security definer set search_path = '' as $$
    begin
      insert into table_changes.seen values (tg_argv[0]);
      return null;
    end $$;`;

/**
 * Tables with their partitions counted under the name of the whole. A partition has its table's triggers for rows, and not the one for `truncate`:
 * one that is truncated by itself leaves no mark, which nothing of the server does.
 */
const tables = `select c.relname as name, not exists (
    select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'table_changes_truncate'
  ) as is_new
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'schema_migration'
  order by 1`;

const triggersOf = (name: string, only: string | undefined): string => {
  const made = (event: string, condition: string | undefined) =>
    `create trigger table_changes_${event} after ${event} on public."${name}" for each row
      ${condition === undefined ? '' : `when (${condition})`} execute function table_changes.note('${name}');`;
  const conditionOf = (row: string) => only?.replaceAll('changed.', `${row}.`);
  const update = [conditionOfUpdate[name], conditionOf('new')].filter((part) => part !== undefined).join(' and ');
  return `${made('insert', conditionOf('new'))} ${made('update', update === '' ? undefined : update)} ${made('delete', conditionOf('old'))}
    create trigger table_changes_truncate after truncate on public."${name}" for each statement execute function table_changes.note('${name}');`;
};

/**
 * Says which tables of a test's database were changed: every row that was inserted, updated or deleted by a transaction that committed leaves a
 * mark, by triggers. It costs the reading of the marks, and
 * not, as a digest of every table does, of all that other tests stored.
 */
export class TableChanges {
  readonly #client: pg.Client;
  readonly #options: TableChangesOptions;
  #names: readonly string[] = [];

  private constructor(client: pg.Client, options: TableChangesOptions) {
    this.#client = client;
    this.#options = options;
  }

  /** Watches the database at this address, whose user owns its tables, over a connection of its own. */
  static async open(url: string, options: TableChangesOptions = {}): Promise<TableChanges> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const changes = new TableChanges(client, options);
    await client.query(ground);
    await changes.begin();
    return changes;
  }

  /** Forgets what has changed; from here on counts what changes. Tables that were made since are watched too. */
  async begin(): Promise<void> {
    await this.#client.query('truncate table_changes.seen');
    const { rows } = await this.#client.query<{ name: string; is_new: boolean }>(tables);
    const { aside = [], only = {} } = this.#options;
    const made = rows.filter(({ name, is_new }) => is_new && !aside.includes(name));
    if (made.length > 0) await this.#client.query(made.map(({ name }) => triggersOf(name, only[name])).join('\n'));
    this.#names = rows.map(({ name }) => name);
  }

  /** The names of the tables that changed since, those that were made or dropped among them. */
  async changed(): Promise<string[]> {
    const { rows: seen } = await this.#client.query<{ name: string }>('select distinct name from table_changes.seen');
    const { rows: now } = await this.#client.query<{ name: string }>(tables);
    const [before, after] = [new Set(this.#names), new Set(now.map(({ name }) => name))];
    return [...new Set([...seen.map(({ name }) => name), ...before.symmetricDifference(after)])].toSorted();
  }

  close = (): Promise<void> => this.#client.end();
}
