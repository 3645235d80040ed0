import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { connect as connectHttp2 } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, cookieOf, fieldsOf, seal, startUp, type WireKeys } from '../../../e2e/wire/client.ts';
import { root } from '../../launch/paths.mjs';
import { say } from '../../launch/say.mjs';
import { serverArgs, serverEnv } from '../../launch/start.mjs';
import { type DebianProgram, debianProgram } from '../../servers/debian-program.ts';

const tls = join(root, 'apps/server/src/kernel/testing/tls');
const [certificate, key] = ['cert.pem', 'key.pem'].map((name) => readFileSync(join(tls, name), 'utf8'));
const base = mkdtempSync('/var/tmp/ronghui-proxies-');
const children: ChildProcess[] = [];

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};

/** The product, as the examples state it. */
const startProduct = async (): Promise<number> => {
  const child = spawn(process.execPath, [...serverArgs, join(root, 'apps/server/src/main.ts')], {
    env: {
      ...serverEnv,
      PATH: process.env['PATH'] ?? '',
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
      NODE_ENV: 'test',
      DEMO: 'on',
      PORT: '0',
      DATA_DIR: join(base, 'data'),
      TRUST_PROXY: '127.0.0.1',
      OPS_ADDRESSES: '203.0.113.7',
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  children.push(child);
  for await (const line of createInterface({ input: child.stdout }))
    if (line.includes('"event":"listening"')) {
      child.stdout.resume();
      return Number(new URL(JSON.parse(line).url).port);
    }
  throw new Error('the product did not listen');
};

/** A server that answers with what it was sent, and holds a stream of events open until it is let go. */
const heard: IncomingHttpHeaders[] = [];
const streams: ServerResponse[] = [];
const echo = createServer((request, response) => {
  heard.push(request.headers);
  if (request.url !== '/events') return void response.end('heard');
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write('data: first\n\n');
  streams.push(response);
});

interface Proxy {
  readonly name: string;
  readonly packages: readonly string[];
  /** The words that start it on a configuration. */
  readonly start: (config: string) => readonly string[];
}

const proxies: readonly Proxy[] = [
  {
    name: 'nginx',
    packages: ['nginx'],
    start: (config) => ['-p', base, '-c', config, '-e', 'stderr', '-g', 'daemon off;'],
  },
  {
    name: 'haproxy',
    packages: ['haproxy', 'liblua5.3-0', 'libopentracing-c-wrapper0', 'libopentracing1'],
    start: (config) => ['-db', '-f', config],
  },
];

/** The example with what it says is to be changed, and with ports that are free here. */
const configured = async (name: string, backend: number): Promise<{ readonly file: string; readonly port: number }> => {
  const [port, plain] = [await freePort(), await freePort()];
  const folder = join(base, `${name}-${backend}`);
  mkdirSync(folder);
  for (const file of ['cert.pem', 'key.pem']) copyFileSync(join(tls, file), join(folder, file));
  writeFileSync(join(folder, 'both.pem'), `${certificate}${key}`);
  const example = name === 'nginx' ? 'nginx.conf' : 'haproxy.cfg';
  const own = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((one) => `${one}_temp_path ${folder}/${one};`);
  const text = readFileSync(join(root, 'deploy/proxy', example), 'utf8')
    .replaceAll('127.0.0.1:8080', `127.0.0.1:${backend}`)
    .replaceAll('portal.example.com', 'localhost')
    .replace('/etc/ronghui/fullchain.pem', join(folder, 'cert.pem'))
    .replace('/etc/ronghui/key.pem', join(folder, 'key.pem'))
    .replace('/etc/ronghui/haproxy.pem', join(folder, 'both.pem'))
    .replace('\nhttp {', `\npid ${folder}/pid;\nhttp {\n  ${own.join(' ')}`)
    .replace('listen 80;', `listen 127.0.0.1:${plain};`)
    .replace('\n    listen 443 ', `\n    listen 127.0.0.1:${port} `)
    .replace('bind :80', `bind 127.0.0.1:${plain}`)
    .replace('bind :443', `bind 127.0.0.1:${port}`);
  const file = join(folder, example);
  writeFileSync(file, text);
  return { file, port };
};

const startProxy = async ({ start, name }: Proxy, { file, env }: DebianProgram, backend: number): Promise<string> => {
  const { file: config, port } = await configured(name, backend);
  const child = spawn(file, start(config), { env, stdio: ['ignore', 'ignore', 'pipe'] });
  children.push(child);
  let printed = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (printed += text));
  const url = `https://localhost:${port}`;
  const asked = () =>
    fetch(url).then(
      (reply) => reply.status,
      (error: Error) => `${printed}${String(error.cause)}`,
    );
  await expect.poll(asked, { timeout: 15_000 }).toBe(200);
  return url;
};

let product = 0;
beforeAll(async () => {
  setDefaultCACertificates([...getCACertificates('default'), certificate ?? '']);
  echo.listen(0, '127.0.0.1');
  await once(echo, 'listening');
  product = await startProduct();
}, 120_000);
afterAll(async () => {
  for (const stream of streams) stream.end();
  for (const child of children.toReversed()) {
    if (child.exitCode !== null) continue;
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
  echo.close();
  rmSync(base, { recursive: true, force: true });
}, 60_000);

const logIn = async (): Promise<WireKeys> => {
  const keys = await startUp();
  const operationId = 'portal.login';
  const reply = await call(keys, operationId, {
    mobile: seal(keys, { operationId, field: 'mobile' }, '13800000001'),
    pwd: seal(keys, { operationId, field: 'pwd' }, 'Demo-Merchant-1'),
    kid: keys.kid,
  });
  expect(reply.status, reply.text).toBe(200);
  const { keyId, key: signing } = Object(reply.body.data['sign']);
  return { ...keys, keyId, key: signing, cookie: cookieOf(reply) };
};

/** A document of a size, whose text is all ASCII. */
const documentOf = (bytes: number): string =>
  `%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%${randomBytes(bytes / 2).toString('hex')}\ntrailer\n<<>>\n%%EOF\n`;

describe.each(proxies)('running 5.3 behind $name', (proxy) => {
  const program = debianProgram(proxy.name, proxy.packages);
  const isThere = (): boolean => {
    if (program === null) say(`archive: left out: ${proxy.name} could not be had from Debian here`);
    return program !== null;
  };

  it(`running 5.3 ${proxy.name} passes what the client is and nothing that it claims, and events as they come`, async () => {
    if (!isThere() || program === null) return;
    const url = await startProxy(proxy, program, (echo.address() as AddressInfo).port);
    const claims = {
      'x-forwarded-for': '203.0.113.7',
      'x-forwarded-proto': 'gopher',
      'x-forwarded-host': 'evil.example',
      'x-real-ip': '203.0.113.7',
      forwarded: 'for=203.0.113.7',
    };
    await fetch(`${url}/echo`, { headers: claims });
    expect(heard.at(-1)).toMatchObject({
      host: new URL(url).host,
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'https',
    });
    for (const name of ['x-forwarded-host', 'x-real-ip', 'forwarded']) expect(heard.at(-1)).not.toHaveProperty(name);
    const events = await fetch(`${url}/events`);
    const reader = events.body?.getReader();
    const next = async () => Buffer.from((await reader?.read())?.value ?? []).toString();
    expect(await next()).toBe('data: first\n\n');
    // The second is not sent before the first has arrived.
    streams.at(-1)?.write('data: second\n\n');
    expect(await next()).toBe('data: second\n\n');
    await reader?.cancel();
  }, 60_000);

  it(`running 5.3 behind ${proxy.name} the login page is there over TLS and HTTP/2, and a merchant logs in, uploads 15 MB and reads them back`, async () => {
    if (!isThere() || program === null) return;
    const url = await startProxy(proxy, program, product);
    const session = connectHttp2(url);
    await once(session, 'connect');
    expect(session.alpnProtocol).toBe('h2');
    session.close();
    // The document of every page of the portal; which one stands behind its #.
    const page = await fetch(`${url}/`, { headers: { accept: 'text/html' } });
    expect([page.status, page.headers.get('strict-transport-security')]).toEqual([200, 'max-age=31536000']);
    expect((await fetch(`${url}/readyz?only=node`)).status).toBe(200);
    // An address that is claimed opens nothing: operations of the console are not described to it.
    const described = await fetch(`${url}/operations.json`, { headers: { 'x-forwarded-for': '203.0.113.7' } });
    expect(await described.text()).not.toContain('"ops.');
    process.env['E2E_URL'] = url;
    const keys = await logIn();
    expect(keys.cookie).toMatch(/^__Host-/);
    const text = documentOf(15_000_000);
    const data = JSON.stringify({
      name: '回单.pdf',
      size: text.length,
      sha256: createHash('sha256').update(text).digest('hex'),
    });
    const form = new FormData();
    for (const [name, value] of Object.entries(fieldsOf(keys, 'file.upload', data))) form.append(name, value);
    form.append('file', new Blob([text]), 'x');
    const sent = await fetch(`${url}/ops?operationId=file.upload`, {
      method: 'POST',
      body: form,
      headers: { cookie: keys.cookie },
    });
    const stored: unknown = await sent.json();
    expect(sent.status, JSON.stringify(stored)).toBe(200);
    const read = await call(keys, 'file.download', { fileId: Object(stored).data.fileId });
    expect([read.status, read.text === text]).toEqual([200, true]);
  }, 120_000);
});

it('running 5.3 the example for Caddy is one that Caddy takes; nothing was served through it', () => {
  const program = debianProgram('caddy', ['caddy']);
  if (program === null) {
    say('archive: left out: caddy could not be had from Debian here');
    return;
  }
  const config = join(base, 'Caddyfile');
  const text = readFileSync(join(root, 'deploy/proxy/Caddyfile'), 'utf8')
    .replace('/etc/ronghui/fullchain.pem', join(tls, 'cert.pem'))
    .replace('/etc/ronghui/key.pem', join(tls, 'key.pem'));
  writeFileSync(config, text);
  const words = ['validate', '--adapter', 'caddyfile', '--config', config];
  const printed = execFileSync(program.file, words, { env: { ...program.env, HOME: base }, encoding: 'utf8' });
  expect(printed).toContain('Valid configuration');
});
