import { type ChildProcess, spawn } from 'node:child_process';
import { constants, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { outsideEnv } from './outside-env.ts';

/** A running server with a data folder of its own. */
export interface StartedServer {
  readonly url: string;
  readonly dataDir: string;
  readonly pid: number;
  /** Stops it gracefully and removes its data folder. */
  stop(): Promise<void>;
  /** Stops it gracefully and leaves its data folder. */
  halt(): Promise<void>;
}

/** A message that the outbox sender wrote. */
export interface OutboxSms {
  readonly at: string;
  readonly mobile: string;
  readonly scene: string;
  readonly code: string;
}

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const exitWithParent = pathToFileURL(join(root, 'tools/launch/exit-with-parent.mjs')).href;

/** All tests share one address, so limits by address are raised, and a test may request its next code in less than a minute. */
export const limits = {
  smsPerMobilePerMinute: 10,
  smsPerMobilePerHour: 10,
  smsPerAddressPerHour: 100_000,
  imageCodesPerAddressPerMinute: 100_000,
  leadsPerAddressPerHour: 100_000,
  loginsPerAddressPerMinute: 100_000,
  requestsPerAddressPerMinute: 1_000_000,
  reportsPerAddressPerMinute: 100_000,
};

/**
 * A new data folder. That of a demonstration is a copy of the run's template (`e2e/global-setup.ts`), which spares a first start's cluster,
 * migrations, content and story.
 */
const newDataDir = async (env: Readonly<Record<string, string>>): Promise<string> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'ronghui-e2e-'));
  const template = process.env['E2E_TEMPLATE_DIR'];
  if (template === undefined || env['DEMO'] !== undefined || env['DATABASE_URL'] !== undefined) return dataDir;
  await cp(template, dataDir, { recursive: true, mode: constants.COPYFILE_FICLONE });
  return dataDir;
};

const stopped = new Set<string>();

/** Whether an address is of a server that its test has stopped, or is stopping. */
export const isStopped = (address: string): boolean => stopped.has(URL.parse(address)?.origin ?? '');

/** Starts a server on a free port; it ends with the process that started it. */
export const startServer = async (env: Readonly<Record<string, string>> = {}): Promise<StartedServer> => {
  const dataDir = env['DATA_DIR'] ?? (await newDataDir(env));
  const child = spawn(process.execPath, ['--import', exitWithParent, 'apps/server/src/main.ts'], {
    cwd: root,
    env: {
      ...outsideEnv(),
      // As the launcher gives it to a server, which is compiled once a run then.
      NODE_COMPILE_CACHE: join(root, '.runtime/compile-cache'),
      NODE_ENV: 'test',
      TEST_IMAGE_CODE: 'abcd',
      HOST: '127.0.0.1',
      PORT: '0',
      LIMITS: JSON.stringify(limits),
      DATA_DIR: dataDir,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const url = await listeningUrl(child).catch((error: unknown) => {
    rmSync(dataDir, { recursive: true, force: true });
    throw error;
  });
  const halt = (): Promise<void> => {
    stopped.add(url);
    return end(child);
  };
  return {
    url,
    dataDir,
    pid: child.pid ?? 0,
    halt,
    stop: async () => {
      await halt();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};

const startWithinMs = 120_000;

/** The log lines that help to read a failed run: warnings, errors, and lines that are no log entries. */
const isComplaint = (line: string): boolean => !/"level":"?(debug|info|10|20|30)\b/.test(line);

const listeningUrl = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    if (child.stdout === null) throw new Error('a pipe was asked for');
    const tooLate = setTimeout(() => {
      child.kill('SIGTERM');
      reject(new Error(`the server did not listen within ${startWithinMs / 1000} s`));
    }, startWithinMs);
    createInterface({ input: child.stdout }).on('line', (line) => {
      const url = /"event":"listening".*?"url":"([^"]+)"/.exec(line)?.[1];
      if (url === undefined) {
        if (isComplaint(line)) process.stderr.write(`${line}\n`);
        return;
      }
      clearTimeout(tooLate);
      resolve(url);
    });
    child.once('exit', (code, signal) => {
      clearTimeout(tooLate);
      reject(new Error(`the server ended before it listened (${code ?? signal})`));
    });
  });

const end = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });

/** The messages that a server has sent to a mobile, oldest first. */
export const readOutbox = (dataDir: string, mobile: string): OutboxSms[] =>
  readFileSync(join(dataDir, 'outbox/sms.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): OutboxSms => JSON.parse(line))
    .filter((sms) => sms.mobile === mobile);

const clockOf = async (url: string): Promise<number> => {
  const reply = await fetch(`${url}/ftc/api/sys/commonConfig`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' },
    body: 'channel=OAPP&data=%7B%7D',
  });
  const { data } = (await reply.json()) as { data?: { serverTime?: string } };
  return Date.parse(data?.serverTime ?? '');
};

/** Moves a server's clock; resolves once the server has read it, which it does at least once a second. */
export const moveClock = async ({ url, dataDir }: StartedServer, offsetMs: number): Promise<void> => {
  writeFileSync(join(dataDir, 'clock-offset'), String(offsetMs));
  for (let look = 0; look < 100; look += 1) {
    if (Math.abs((await clockOf(url)) - Date.now() - offsetMs) < 5000) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('the server does not read its clock');
};
