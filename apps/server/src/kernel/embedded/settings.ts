/** What a server must survive: `durable` every crash, `throwaway` none (tests). */
export type Durability = 'durable' | 'throwaway';

/** The complete environment of `initdb` and `postgres`: nothing of ours leaks in, and no `PG…` variable has an effect. */
export const serverEnv: Readonly<Record<string, string>> = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
};

/** The superuser that owns everything in an embedded cluster. */
export const superuser = 'ronghui';

/** The product's database in an embedded cluster. */
export const productDatabase = 'ronghui';

const always: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  ssl: 'off',
  password_encryption: 'scram-sha-256',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] ',
  log_checkpoints: 'off',
  lc_messages: 'C',
  shared_buffers: '64MB',
  max_connections: '100',
  io_method: 'sync',
  huge_pages: 'off',
  jit: 'off',
  random_page_cost: '1.1',
};

const byDurability: Readonly<Record<Durability, Readonly<Record<string, string>>>> = {
  durable: { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' },
  throwaway: {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    autovacuum: 'off',
    max_connections: '200',
  },
};

/** The arguments of `postgres`: settings are on the command line, so that a cluster of an older version gets them too. */
export const serverArgs = (cluster: string, port: number, durability: Durability): string[] => {
  const settings = { ...always, ...byDurability[durability], port: String(port) };
  return ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
};

/** The arguments of `initdb`: UTF-8, the same code point order on every machine, password logins only. */
export const initArgs = (cluster: string, passwordFile: string, durability: Durability): string[] => [
  `--pgdata=${cluster}`,
  `--username=${superuser}`,
  `--pwfile=${passwordFile}`,
  '--auth=scram-sha-256',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--no-instructions',
  ...(durability === 'throwaway' ? ['--no-sync'] : []),
];
