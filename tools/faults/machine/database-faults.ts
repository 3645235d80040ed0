import pg from 'pg';
import type { Fault } from './fault.ts';
import type { Probe } from './probe.ts';
import type { Site } from './site.ts';

const answered = (answer: string, ...those: readonly Probe[]) =>
  Object.fromEntries(those.map((probe) => [probe, answer]));
/** Everything but a page that was rendered before. */
export const busy = answered('503 OPSB0002', 'start', 'read', 'purchase', 'code', 'upload');

/** Connections read a setting of the database when they are made. */
const endBackends =
  'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';

const connectionsTaken = (): Fault => {
  const taken: pg.Client[] = [];
  return {
    name: 'Connections of the database used up',
    made: 'another program takes every connection that is left; the server keeps those that it has',
    async begin({ adminUrl }) {
      for (;;) {
        const client = new pg.Client({ connectionString: adminUrl() });
        client.on('error', () => undefined);
        try {
          await client.connect();
        } catch {
          return;
        }
        taken.push(client);
      }
    },
    end: () => Promise.all(taken.map((client) => client.end())),
    answers: {},
    counts: 'ronghui_database_connections',
    alert: 'RonghuiDatabaseConnectionsExhausted',
  };
};

/** Faults of a database that is given, with the network between. */
export const databaseFaults: readonly Fault[] = [
  {
    name: 'Database away',
    made: 'connections are broken and new ones refused, as by a server that was killed',
    begin: ({ network }) => network?.refuse(),
    end: ({ network }) => network?.heal(),
    answers: busy,
    shown: /^ronghui_database_up 0$/m,
    alert: 'RonghuiDatabaseDown',
  },
  {
    name: 'Database silent',
    made: 'the network swallows every byte of connections that stay open',
    begin: ({ network }) => network?.swallow(),
    end: ({ network }) => network?.heal(),
    answers: busy,
    shown: /^ronghui_database_silent 1$/m,
    alert: 'RonghuiDatabaseSilent',
  },
  {
    name: 'Database read only',
    made: '`alter database … set default_transaction_read_only`, its connections ended',
    async begin({ rows }: Site) {
      await rows('alter database postgres set default_transaction_read_only = on');
      await rows(endBackends);
    },
    async end({ rows }: Site) {
      await rows('begin read write; alter database postgres reset default_transaction_read_only; commit');
      await rows(endBackends);
    },
    answers: answered('503 OPSB0002', 'start', 'purchase', 'code', 'upload'),
    shown: /^ronghui_database_read_only 1$/m,
    alert: 'RonghuiDatabaseReadOnly',
  },
  connectionsTaken(),
];
