import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPlayed, type PlayedStandby, playStandby } from '#kernel/database/replica/played-standby.fixture';
import { type Series, series } from '#kernel/observe/series';
import { checkTlsFiles } from '#kernel/secrets/tls-files';
import { type TestApp, testApp } from '#kernel/testing/test-app';

const tls = join(import.meta.dirname, '../testing/tls');
const files = { cert: join(tls, 'cert.pem'), key: join(tls, 'key.pem') };

let app: TestApp;
let standby: PlayedStandby;
let text: string;
beforeAll(async () => {
  app = await testApp({
    served: { pair: checkTlsFiles(files, false), isRefused: false },
    async replica(primary) {
      standby = await playStandby(primary);
      return openPlayed(primary, { url: standby.url });
    },
    env: {
      TLS_CERT: files.cert,
      TLS_KEY: files.key,
      SMS_PROVIDER: 'http',
      SMS_HTTP_URL: 'http://127.0.0.1:1/sms',
      SMS_HTTP_SECRET: 'of-the-platform-and-long-enough',
      BACKUP_TO: join(tmpdir(), 'ronghui-series-backups'),
      MAIL_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'portal@example.com',
    },
  });
  app.app.metrics.countCall('sys.isVisible', 200, 1);
  app.app.metrics.countJob('sample.made', 'done', 1);
  await app.rows("insert into audit_event (event, result) values ('test', 'ok')");
  await app.app.auditSealer.seal();
  text = await app.app.metrics.text();
});
afterAll(async () => {
  await app.close();
  await standby.drop();
});

const namesOf = ({ name, kind }: Series): readonly string[] =>
  kind === 'histogram' ? ['bucket', 'sum', 'count'].map((part) => `${name}_${part}`) : [name];
/** The names of the labels of each sample of a name. */
const labelsOf = (name: string): (readonly string[])[] =>
  [...text.matchAll(/^(\w+)(?:\{([^}]*)\})? \S+$/gm)].flatMap(([, found, labels = '']) =>
    found === name ? [[...labels.matchAll(/(\w+)="/g)].map(([, label = '']) => label)] : [],
  );

describe('running 6.1 the list of series', () => {
  it.each(series.map((each) => [each.name, each] as const))('running 6.1 a server shows %s', (name, each: Series) => {
    expect(text).toContain(`# HELP ${name} ${each.help}\n# TYPE ${name} ${each.kind}\n`);
    for (const sample of namesOf(each)) {
      const found = labelsOf(sample);
      expect(found, sample).not.toEqual([]);
      for (const labels of found)
        expect(labels.filter((label) => label !== 'le').toSorted(), sample).toEqual([...each.labels].toSorted());
    }
  });

  it('running 6.1 a server shows nothing of ours that is not in it, and nothing twice', () => {
    const shown = [...text.matchAll(/^# TYPE (ronghui_\w+)/gm)].map(([, name = '']) => name);
    expect(shown.toSorted()).toEqual(series.map(({ name }) => name).toSorted());
  });

  it('running 6.1 an outcome of a sender stands at nought before it happens', () => {
    for (const outcome of ['accepted', 'unknown', 'retry', 'failOver', 'wait', 'number']) {
      expect(text).toContain(`ronghui_sms_total{provider="http",outcome="${outcome}"} 0`);
      expect(text).toContain(`ronghui_mail_total{outcome="${outcome}"} 0`);
    }
  });

  it('running 6.1 what the database and the store say is there, and is the state of an installation in order', () => {
    const valueOf = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
    expect(valueOf('ronghui_database_up')).toBe(1);
    expect(valueOf('ronghui_database_read_only')).toBe(0);
    expect(valueOf('ronghui_store_up')).toBe(1);
    expect(valueOf('ronghui_store_wrong')).toBe(0);
    expect(valueOf('ronghui_partitions_ahead')).toBe(2);
    expect(valueOf('ronghui_database_connections')).toBeGreaterThan(0);
    expect(valueOf('ronghui_database_connections_max')).toBeGreaterThan(90);
    expect(valueOf('ronghui_disk_free_bytes{folder="data"}')).toBeGreaterThan(1e6);
    expect(valueOf('ronghui_memory_free_bytes')).toBeLessThanOrEqual(valueOf('ronghui_memory_size_bytes'));
    expect(Math.abs(valueOf('ronghui_clock_offset_seconds'))).toBeLessThan(5);
  });
});
