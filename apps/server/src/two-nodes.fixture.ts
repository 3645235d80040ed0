import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type OperationSpec, operations } from '@ronghui/contract';
import type { FastifyInstance } from 'fastify';
import { expect, vi } from 'vitest';
import type { TestApp } from '#kernel/testing/test-app';
import { TestBrowser } from '#kernel/testing/test-client';
import { type TestDatabase, testDatabase } from '#kernel/testing/test-database';
import { commandPorts } from './commands/command-ports.ts';

const main = join(import.meta.dirname, 'main.ts');
const outside = { PATH: process.env['PATH'] ?? '', NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '' };
/** A first start makes keys, tables and the demonstration, also on a machine that has much else to do. */
const patient = { timeout: 180_000, interval: 50 };
const specs = new Map<string, OperationSpec>(Object.entries(operations));

/** A node as a process of its own. */
export interface NodeProcess {
  readonly child: ChildProcess;
  readonly dataDir: string;
  readonly output: { out: string; err: string };
  readonly ended: Promise<number | null>;
  /** Where it serves, once it does. */
  url(): Promise<string>;
}

/** What a browser of the tests asks of, here over the network. */
const farServer = (url: string): FastifyInstance => {
  const inject = async (asked: { url: string; method: string; payload: string; headers: Record<string, string> }) => {
    const { host: _, ...headers } = asked.headers;
    const reply = await fetch(`${url}${asked.url}`, { method: asked.method, body: asked.payload, headers });
    const rawPayload = Buffer.from(await reply.arrayBuffer());
    const body = rawPayload.toString();
    const cookies = reply.headers.getSetCookie().map((line) => {
      const [pair = '', ...attributes] = line.split('; ');
      const at = pair.indexOf('=');
      const isOver = attributes.includes('Max-Age=0');
      return { name: pair.slice(0, at), value: pair.slice(at + 1), ...(isOver && { maxAge: 0 }) };
    });
    const json = () => JSON.parse(body);
    return { statusCode: reply.status, headers: Object.fromEntries(reply.headers), body, rawPayload, cookies, json };
  };
  // What a browser asks for is one function of it.
  return { inject } as unknown as FastifyInstance;
};

/** A browser that has not made its start-up call. */
export const browserAt = (url: string): TestBrowser => new TestBrowser(farServer(url), specs, () => Date.now());

/** The same browser at another node, as a balancer sends it there. */
export const sentTo = (browser: TestBrowser, url: string): TestBrowser => {
  const there = browserAt(url);
  for (const [name, value] of browser.cookies) there.cookies.set(name, value);
  const { keyId, key, kid, publicKey } = browser;
  return Object.assign(there, { keyId, key, kid, publicKey });
};

/** One database and one folder of files, on which nodes are started. */
export class NodeSite {
  readonly db: TestDatabase;
  readonly #folder: string;
  readonly #started: NodeProcess[] = [];

  private constructor(db: TestDatabase, folder: string) {
    this.db = db;
    this.#folder = folder;
  }

  static async open(): Promise<NodeSite> {
    return new NodeSite(await testDatabase(), await mkdtemp(join(tmpdir(), 'ronghui-nodes-')));
  }

  /** Starts a node on a data folder of its own. A setting that is empty is left out. */
  start(name: string, settings: Readonly<Record<string, string>> = {}): NodeProcess {
    const dataDir = join(this.#folder, name);
    const lifted = {
      requestsPerAddressPerMinute: 1e6,
      loginsPerAddressPerMinute: 1e6,
      imageCodesPerAddressPerMinute: 1e6,
    };
    const shared = {
      SHARED_STATE: 'postgres',
      FILES_DIR: join(this.#folder, 'files'),
      DRAIN_SECONDS: '2',
      LIMITS: JSON.stringify(lifted),
    };
    const env = { NODE_ENV: 'test', PORT: '0', DATA_DIR: dataDir, DATABASE_URL: this.db.url, ...shared, ...settings };
    const child = spawn(process.execPath, [main], { env: { ...outside, ...env } });
    const output = { out: '', err: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output.out += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output.err += text;
    });
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    const url = async (): Promise<string> => {
      const line = () => output.out.split('\n').find((each) => each.includes('"listening"'));
      await vi.waitFor(() => expect(line(), output.err).toBeDefined(), patient);
      const address = String(JSON.parse(line() ?? '').url);
      await vi.waitFor(async () => expect((await fetch(`${address}/readyz`)).status).toBe(200), patient);
      return address;
    };
    const node = { child, dataDir, output, ended, url };
    this.#started.push(node);
    return node;
  }

  /** The settings of a node that is given the keys of another. */
  keysOf({ dataDir }: NodeProcess): Record<string, string> {
    const at = (name: string) => join(dataDir, 'secrets', name);
    return { MASTER_KEY_FILE: at('master.key'), PEPPER_KEY_FILE: at('pepper.key') };
  }

  async rows(sql: string): Promise<Record<string, unknown>[]> {
    return (await this.db.database.pool('service').query(sql)).rows;
  }

  /** What the fixtures of staff ask of an application, served by a node. */
  async staffAt(node: NodeProcess): Promise<TestApp> {
    vi.stubEnv('DATA_DIR', node.dataDir);
    const ports = await commandPorts(this.db.database);
    const url = await node.url();
    const openConsole = async () => {
      const browser = browserAt(url);
      await browser.startConsole();
      return browser;
    };
    const rows = async (sql: string, values: unknown[]) =>
      (await this.db.database.pool('service').query(sql, values)).rows;
    // They use no more of it than this.
    return { ports, rows, openConsole } as unknown as TestApp;
  }

  async close(): Promise<void> {
    for (const { child, ended } of this.#started) {
      child.kill('SIGKILL');
      await ended;
    }
    await this.db.drop();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
