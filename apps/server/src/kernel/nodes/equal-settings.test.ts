import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { differing, equalSettings } from '#kernel/nodes/equal-settings';
import { readConfig } from '#kernel/setup/config';
import { standardLimits } from '#kernel/setup/limits';

const folder = mkdtempSync(join(tmpdir(), 'ronghui-settings-'));
afterAll(() => rmSync(folder, { recursive: true }));

const of = (env: Readonly<Record<string, string>> = {}) => equalSettings(readConfig({ DATA_DIR: folder, ...env }));

it('running 1.7 of what has to be equal on all nodes each difference has its name, and no secret is among it', () => {
  const own = of();
  expect(differing(own, of({ PORT: '9000' }))).toEqual([]);
  expect(differing(own, of({ LIMITS: '{"exportRows":1000}' }))).toEqual(['限额']);
  const bucket = {
    S3_ENDPOINT: 'http://127.0.0.1:9000',
    S3_BUCKET: 'files',
    S3_ACCESS_KEY: 'one',
    S3_SECRET_KEY: 'two-of-them',
  };
  expect(differing(own, of(bucket))).toEqual(['S3_BUCKET']);
  expect(differing(of(bucket), of({ ...bucket, S3_SECRET_KEY: 'three-of-them' }))).toEqual([]);
  const redis = (url: string) => of({ REDIS_URL: url });
  expect(differing(redis('redis://a:one@db1'), redis('redis://a:two@db1'))).toEqual([]);
  expect(differing(redis('redis://db1'), redis('redis://db2'))).toEqual(['REDIS_URL']);
  expect(differing({ ...own, later: 'x' }, own)).toEqual([]);
  writeFileSync(join(folder, 'holidays.json'), '[]');
  expect(differing(own, of())).toEqual(['holidays.json']);
});

it('running 4.1 a version with more limits, or with other standard values, serves beside one that has not', () => {
  const config = readConfig({ DATA_DIR: folder });
  const later = { ...config, limits: { ...config.limits, exportRows: 7, ofTheLaterVersion: 1 } };
  const own = equalSettings(config);
  expect(differing(equalSettings(later, { ...standardLimits, exportRows: 7, ofTheLaterVersion: 1 }), own)).toEqual([]);
  expect(differing(equalSettings(later), own)).toEqual(['限额']);
});
