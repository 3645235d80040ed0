import type pg from 'pg';
import { StartRefused } from '#kernel/setup/start-refused';

const roles = ['ronghui_tenant', 'ronghui_service'] as const;

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

const missingFor = async (client: pg.Client) => {
  const found = await client.query<{ rolname: string; usable: boolean }>(
    "select rolname, pg_has_role(current_user, oid, 'MEMBER') as usable from pg_roles where rolname = any($1)",
    [roles],
  );
  const usable = new Map(found.rows.map((row) => [row.rolname, row.usable]));
  return roles.flatMap((role) => {
    const state = usable.get(role);
    if (state === undefined) return [`create role ${role} nologin`, `grant ${role} to %user%`];
    return state ? [] : [`grant ${role} to %user%`];
  });
};

/**
 * Creates the two roles of the pools, and grants them to this user. A user without that right gets the SQL that an
 * administrator runs once.
 *
 * @source house 5 (roles in the database)
 */
export const ensureRoles = async (client: pg.Client): Promise<void> => {
  const me = await client.query<{ user: string }>('select current_user as user');
  const user = quoted(me.rows[0]?.user ?? '');
  const statements = (await missingFor(client)).map((statement) => statement.replace('%user%', user));
  for (const statement of statements) {
    try {
      await client.query(statement);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      // A node on another database of the same server may have created it meanwhile.
      if (code === '42710' || code === '23505') continue;
      if (code !== '42501') throw error;
      const script = statements.map((line) => `  ${line};`).join('\n');
      throw new StartRefused(
        `DATABASE_URL 的用户不能创建数据库角色。请由数据库管理员执行一次：\n${script}\n然后重新启动。`,
      );
    }
  }
};
