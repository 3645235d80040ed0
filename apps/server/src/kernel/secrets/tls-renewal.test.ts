import { execFileSync } from 'node:child_process';
import { randomUUID, X509Certificate } from 'node:crypto';
import { copyFileSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import { checkTlsFiles } from './tls-files.ts';
import { followTlsFiles, type ServedPair } from './tls-renewal.ts';

const fixture = (name: string) => join(import.meta.dirname, '../testing/tls', name);
const folder = mkdtempSync(join(tmpdir(), 'ronghui-tls-'));
const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };

let app: TestApp;
let port: number;
let endWatch: () => void;
let served: ServedPair;
const logged: Readonly<Record<string, unknown>>[] = [];
const keep = (facts: Record<string, unknown>) => void logged.push(facts);

beforeAll(async () => {
  copyFileSync(fixture('cert.pem'), files.cert);
  copyFileSync(fixture('key.pem'), files.key);
  served = { pair: checkTlsFiles(files, false), isRefused: false };
  app = await testApp({ env: { TLS_CERT: files.cert, TLS_KEY: files.key }, served });
  await app.app.http.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = app.app.http.server.address() as AddressInfo);
  endWatch = followTlsFiles({
    server: app.app.http.server,
    files,
    served,
    production: false,
    log: { debug: keep, info: keep, warn: keep, error: keep },
    everyMs: 20,
  });
});
afterAll(async () => {
  endWatch();
  await app.close();
  rmSync(folder, { recursive: true });
});

const shown = (): Promise<{ serial: string; protocol: string | null; alpn: string | false | null }> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false, ALPNProtocols: ['h2'] }, () => {
      const { serialNumber } = socket.getPeerCertificate();
      resolve({ serial: serialNumber, protocol: socket.getProtocol(), alpn: socket.alpnProtocol });
      socket.destroy();
    });
    socket.on('error', reject);
  });

const serialOf = (file: string) => new X509Certificate(readFileSync(file)).serialNumber;

/** A new pair, as a program that renews certificates makes it. */
const newPair = (days = '30') => {
  const name = join(folder, randomUUID());
  const pair = { cert: `${name}.crt`, key: `${name}.key` };
  const words = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', days];
  execFileSync('openssl', [...words, '-subj', '/CN=localhost', '-keyout', pair.key, '-out', pair.cert], {
    stdio: 'ignore',
  });
  return pair;
};

/** What a scrape says of it. */
const metrics = async () => {
  const text = await app.app.metrics.text();
  const valueOf = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
  const days = Math.round(valueOf('ronghui_certificate_seconds') / 86_400);
  return { days, refused: valueOf('ronghui_certificate_refused') };
};

const put = (from: string, to: string) => {
  symlinkSync(from, `${to}.new`);
  renameSync(`${to}.new`, to);
};

test('running 5.1 a certificate that was renewed is shown to the next connection, without a restart; open ones go on', async () => {
  const open = connect({ host: '127.0.0.1', port, rejectUnauthorized: false });
  await new Promise((resolve) => open.once('secureConnect', resolve));
  const pair = newPair();
  put(pair.key, files.key);
  put(pair.cert, files.cert);
  await expect.poll(shown).toEqual({ serial: serialOf(pair.cert), protocol: 'TLSv1.3', alpn: 'h2' });
  expect(logged).toContainEqual({ event: 'certificateReplaced', until: expect.stringMatching(/^\d{4}-.*Z$/) });
  expect(open.destroyed).toBe(false);
  open.destroy();
});

test('running 5.1 running 6.1 a pair that is broken or half written leaves the one in force, whose last day the metrics have with the refusal, is logged once, and the next good one is taken', async () => {
  const { serial } = await shown();
  logged.length = 0;
  const refusals = () => logged.filter(({ event }) => event === 'certificateRefused');
  const pair = newPair('90');
  // The certificate of the new pair beside the key of the old one.
  put(pair.cert, files.cert);
  await expect.poll(refusals).toHaveLength(1);
  // The file has the new one's day already.
  expect(await metrics()).toEqual({ days: 30, refused: 1 });
  expect(refusals()[0]?.['reason']).toMatch(/不是一对有效的证书与私钥/);
  expect((await shown()).serial).toBe(serial);
  writeFileSync(`${files.key}.torn`, readFileSync(pair.key).subarray(0, 80));
  renameSync(`${files.key}.torn`, files.key);
  await expect.poll(refusals).toHaveLength(2);
  rmSync(files.cert);
  await expect.poll(refusals).toHaveLength(3);
  expect(refusals()[2]?.['reason']).toMatch(/无法读取（ENOENT）/);
  expect((await shown()).serial).toBe(serial);
  put(pair.cert, files.cert);
  put(pair.key, files.key);
  await expect.poll(metrics).toEqual({ days: 90, refused: 0 });
  await expect.poll(async () => (await shown()).serial).toBe(serialOf(pair.cert));
  // Of many looks at the same files each fault is one line.
  expect(logged.filter(({ event }) => event === 'certificateReplaced')).toHaveLength(1);
  expect(refusals().length).toBeLessThanOrEqual(5);
});
