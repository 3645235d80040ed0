import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../apps/server/src/kernel/database/db.ts';
import { startThrowawayDatabase, type ThrowawayDatabase } from '../../../apps/server/src/kernel/embedded/throwaway.ts';
import { openKeyFiles } from '../../../apps/server/src/kernel/secrets/key-files.ts';
import { openSecrets } from '../../../apps/server/src/kernel/secrets/secrets.ts';
import { type ServerProcess, startServer } from '../../driver/server-process.ts';
import { Visitor } from '../../driver/visitor.ts';
import { type Network, networkTo } from '../../faults/black-hole.ts';
import { root } from '../../launch/paths.mjs';
import { alerts } from '../files.ts';
import { findPromtool } from '../promtool.ts';
import { recordingOf, scale, scaledRules } from './recording.ts';

let folder: string;
let database: ThrowawayDatabase;
let network: Network;
let server: ServerProcess;
const promtool = findPromtool();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ronghui-alerts-live-'));
  const rules = readFileSync(join(root, 'deploy/monitoring/rules.yml'), 'utf8');
  writeFileSync(join(folder, 'rules.yml'), scaledRules(rules));
  database = await startThrowawayDatabase();
  network = await networkTo(database.adminUrl);
  // Nobody listens on the carrier's port.
  const carrier = {
    SMS_PROVIDER: 'http',
    SMS_HTTP_URL: 'http://127.0.0.1:1/',
    SMS_HTTP_SECRET: 'of-a-carrier-that-is-dead',
  };
  server = await startServer({
    dataDir: join(folder, 'data'),
    env: { DEMO: 'off', DATABASE_URL: network.url, ...carrier },
  });
}, 120_000);
afterAll(async () => {
  await server.stop();
  await network.close();
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

/** What promtool finds raised at each moment. */
const check = (series: object, moments: readonly { at: number; names: readonly string[] }[]): string => {
  const file = join(folder, 'test.yml');
  const promql_expr_test = moments.map(({ at, names }) => ({
    expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
    eval_time: `${at}s`,
    exp_samples: names.map((name) => ({ labels: `{alertname="${name}"}`, value: 1 })),
  }));
  const tests = [{ interval: '1s', input_series: series, promql_expr_test }];
  writeFileSync(file, JSON.stringify({ rule_files: ['rules.yml'], evaluation_interval: '1s', tests }));
  if (promtool === null) return 'SUCCESS';
  const { status, stdout, stderr } = spawnSync(promtool, ['test', 'rules', file], { encoding: 'utf8' });
  return status === 0 ? 'SUCCESS' : `${stdout}${stderr}`;
};

const asOwner = async (...statements: readonly string[]): Promise<void> => {
  const client = new pg.Client({ connectionString: database.adminUrl });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
};
/** Connections read a setting of the database when they are made. */
const endBackends =
  'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';

/** A call a second, as of a visitor. */
const visit = async (): Promise<void> => {
  const visitor = new Visitor(server.url);
  await visitor.start().catch(() => undefined);
  visitor.close();
};

/** Messages as the outbox has them, to numbers that no person has. */
const sendCodes = async (): Promise<void> => {
  const pool = openDatabase({ url: database.adminUrl, poolSize: 1, onError: () => undefined });
  const { vault } = await openSecrets(pool, await openKeyFiles(join(folder, 'data'), false));
  await pool.close();
  const client = new pg.Client({ connectionString: database.adminUrl });
  await client.connect();
  for (let nth = 0; nth < 8; nth += 1) {
    const message = {
      kind: 'sms',
      id: `live-${nth}`,
      mobile: `1390000${1000 + nth}`,
      scene: 'register',
      code: '123456',
    };
    await client.query("insert into outbox (kind, sealed_payload) values ('sms', $1)", [
      vault.seal(JSON.stringify(message)),
    ]);
  }
  await client.end();
};

const files = () => join(folder, 'data/files');

interface Fault {
  readonly alert: string;
  readonly begin: () => Promise<unknown> | void;
  readonly end: () => Promise<unknown> | void;
  /** What /metrics shows under it. */
  readonly shown: RegExp;
}

const faults: readonly Fault[] = [
  {
    alert: 'RonghuiDatabaseSilent',
    begin: () => network.swallow(),
    end: () => network.heal(),
    shown: /^ronghui_database_silent 1$/m,
  },
  {
    alert: 'RonghuiDatabaseReadOnly',
    begin: () => asOwner('alter database postgres set default_transaction_read_only = on', endBackends),
    end: () =>
      asOwner(
        'set default_transaction_read_only = off',
        'alter database postgres reset default_transaction_read_only',
        endBackends,
      ),
    shown: /^ronghui_database_read_only 1$/m,
  },
  {
    alert: 'RonghuiStoreGone',
    begin() {
      renameSync(files(), `${files()}-away`);
      writeFileSync(files(), 'no folder');
    },
    end() {
      rmSync(files());
      renameSync(`${files()}-away`, files());
    },
    shown: /^ronghui_store_up 0$/m,
  },
  {
    alert: 'RonghuiStoreWrong',
    begin: () => renameSync(join(files(), 'store-id'), join(folder, 'store-id')),
    end: () => renameSync(join(folder, 'store-id'), join(files(), 'store-id')),
    shown: /^ronghui_store_wrong 1$/m,
  },
  {
    alert: 'RonghuiSendersResting',
    begin: sendCodes,
    end: () => asOwner('delete from outbox', 'update sms_rest set failures = 0, rests_until = null'),
    shown: /^ronghui_sms_resting\{provider="http"\} 1$/m,
  },
];

const inOrder =
  /^ronghui_database_up 1$[^]*^ronghui_database_silent 0$[^]*^ronghui_database_read_only 0$[^]*^ronghui_sms_resting\{provider="http"\} 0$[^]*^ronghui_store_up 1$[^]*^ronghui_store_wrong 0$/m;

describe('running 6.2 real faults of a running server', () => {
  it.each(faults)(
    'running 6.2 $alert is raised by its fault, and nothing else is',
    { timeout: 240_000 },
    async (fault) => {
      const { alert, begin, end, shown } = fault;
      const rule = alerts.find(({ name }) => name === alert);
      const holdsSec = Math.ceil(((rule?.forSec ?? 0) + (rule?.windowSec ?? 0)) / scale) + 4;
      // Without a fault, until whatever the former one left is over.
      await recordingOf(server.url).until((text) => inOrder.test(text));
      const recording = recordingOf(server.url);
      await recording.record(4, visit);
      const quietAt = recording.length;
      await begin();
      try {
        await recording.until((text) => shown.test(text));
        await recording.record(holdsSec, visit);
      } finally {
        await end();
      }
      const moments = [
        { at: quietAt, names: [] },
        { at: recording.length, names: [alert] },
      ];
      expect(check(recording.inputSeries(), moments)).toBe('SUCCESS');
    },
  );

  it('running 6.2 RonghuiDatabaseDown is raised by a database that ended, and nothing else is', {
    timeout: 240_000,
  }, async () => {
    await recordingOf(server.url).until((text) => inOrder.test(text));
    const recording = recordingOf(server.url);
    await recording.record(4, visit);
    const quietAt = recording.length;
    await database.stop();
    await recording.until((text) => /^ronghui_database_up 0$/m.test(text));
    await recording.record(6, visit);
    const moments = [
      { at: quietAt, names: [] },
      { at: recording.length, names: ['RonghuiDatabaseDown'] },
    ];
    expect(check(recording.inputSeries(), moments)).toBe('SUCCESS');
  });
});
