import { createHmac } from 'node:crypto';
import pg from 'pg';

/** The login of the embedded database's pools: no owner, no superuser, and nothing of its own but the two roles it takes. */
const plainLogin = 'ronghui_login';
const roles = ['ronghui_tenant', 'ronghui_service'] as const;

/** Made of the superuser's, which it does not give away. */
const passwordFrom = (admin: string): string =>
  createHmac('sha256', decodeURIComponent(admin)).update(plainLogin).digest('base64url');

/**
 * Makes the login if it is missing, once the migrations have made its roles.
 *
 * @returns the connection string of that login, to the same database
 * @source R6.3, decision 0100
 */
export const ensurePlainLogin = async (adminUrl: string): Promise<string> => {
  const url = new URL(adminUrl);
  const password = passwordFrom(url.password);
  const client = new pg.Client({ connectionString: adminUrl, connectionTimeoutMillis: 5000, query_timeout: 15_000 });
  await client.connect();
  try {
    // Commands beside a server, and the server itself, may do this at once.
    await client.query('begin; select pg_advisory_xact_lock(726120003)');
    const found = await client.query('select 1 from pg_roles where rolname = $1', [plainLogin]);
    if (found.rowCount === 0) await client.query(`create role ${plainLogin} login noinherit`);
    await client.query(
      `alter role ${plainLogin} nosuperuser nocreatedb nocreaterole password ${pg.escapeLiteral(password)}`,
    );
    await client.query(`grant ${roles.join(', ')} to ${plainLogin}`);
    await client.query('commit');
  } finally {
    await client.end();
  }
  url.username = plainLogin;
  url.password = encodeURIComponent(password);
  return url.href;
};
