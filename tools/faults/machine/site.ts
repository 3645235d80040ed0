import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startThrowawayDatabase } from '../../../apps/server/src/kernel/embedded/throwaway.ts';
import { type Carrier, type CarrierOptions, carrierVariables, startCarrier } from '../../carrier/carrier.ts';
import { type MailRelay, startMailRelay } from '../../carrier/mail-relay.ts';
import { databaseUrl, liftedLimits, type ServerProcess, startServer } from '../../driver/server-process.ts';
import { type Network, networkTo } from '../black-hole.ts';
import { type Callers, callersOf } from './callers.ts';
import { smallDisk } from './small-disk.ts';
import { makePair, plainBefore } from './tls.ts';

/** A running installation with everything that it depends on, each of which a fault can take away. */
export interface Site {
  readonly folder: string;
  /** Its data folder as other programs see it. */
  readonly dataDir: string;
  readonly url: string;
  readonly server: ServerProcess;
  readonly callers: Callers;
  /** The network before the database; the embedded one has none. */
  readonly network: Network | null;
  readonly relay: MailRelay;
  /** The administrator's address of the database, past the network. */
  adminUrl(this: void): string;
  /** Statements over a connection of their own, as the administrator. */
  rows(this: void, sql: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  /** Keeps a transaction open that begins with a statement; what comes back ends it. */
  hold(this: void, sql: string): Promise<() => Promise<void>>;
  /** Ends the carrier of SMS. */
  stopCarrier(this: void): Promise<void>;
  /** Starts it at its address, with other chances. */
  startCarrier(this: void, options?: CarrierOptions): Promise<void>;
  readonly carrier: () => Carrier;
  close(this: void): Promise<void>;
}

/** What an installation stands on. */
export interface SiteOptions {
  readonly database: 'given' | 'embedded';
  readonly speaksTls?: boolean;
  /** A file system of its own under its data folder. @unit MB */
  readonly room?: number;
}

const limits = { ...liftedLimits, ordersUnderWay: 1_000_000, tenantFilesMegabytes: 100_000 };

/** What its server sends through and keeps, in its own folder. */
const environmentOf = (folder: string, carrier: Carrier, relay: MailRelay): Record<string, string> => ({
  ...carrierVariables(carrier.url, ['http']),
  MAIL_URL: `smtp://127.0.0.1:${relay.port}?tls=off`,
  MAIL_FROM: 'service@ronghui.example',
  BACKUP_TO: join(folder, 'backups'),
  LIMITS: JSON.stringify(limits),
});

const carrierAtOneAddress = async () => {
  let carrier = await startCarrier();
  const port = Number(new URL(carrier.url).port);
  return {
    carrier: () => carrier,
    stopCarrier: () => carrier.close(),
    async startCarrier(options: CarrierOptions = {}) {
      carrier = await startCarrier({ ...options, port });
    },
  };
};

const connectTo = async (connectionString: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString });
  // A fault may end it.
  client.on('error', () => undefined);
  await client.connect();
  return client;
};

/** Starts an installation with callers who are signed in. */
export const startSite = async ({ database: kind, speaksTls = false, room }: SiteOptions): Promise<Site> => {
  const folder = mkdtempSync(join(tmpdir(), 'ronghui-faults-'));
  const ownDir = join(folder, 'data');
  mkdirSync(ownDir, { mode: 0o700 });
  const [sms, relay] = [await carrierAtOneAddress(), await startMailRelay()];
  const database = kind === 'given' ? await startThrowawayDatabase() : null;
  const network = database === null ? null : await networkTo(database.adminUrl);
  if (speaksTls) makePair(folder, 90);
  const server = await startServer({
    dataDir: ownDir,
    env: {
      ...environmentOf(folder, sms.carrier(), relay),
      ...(network === null ? {} : { DATABASE_URL: network.url }),
      ...(speaksTls ? { TLS_CERT: join(folder, 'cert.pem'), TLS_KEY: join(folder, 'key.pem') } : {}),
    },
    ...(room === undefined ? {} : { under: smallDisk(ownDir, room) }),
  });
  const dataDir = room === undefined ? ownDir : `/proc/${server.pid}/root${ownDir}`;
  const plain = speaksTls ? await plainBefore(server.url) : null;
  const url = plain?.url ?? server.url;
  const adminUrl = () => database?.adminUrl ?? databaseUrl(dataDir);
  const callers = await callersOf(url);
  return {
    ...sms,
    folder,
    dataDir,
    url,
    server,
    callers,
    network,
    relay,
    adminUrl,
    async rows(sql, values = []) {
      const client = await connectTo(adminUrl());
      try {
        // Without values several statements may stand in one text.
        return (await (values.length === 0 ? client.query(sql) : client.query(sql, values))).rows;
      } finally {
        await client.end();
      }
    },
    async hold(sql) {
      const client = await connectTo(adminUrl());
      await client.query('begin');
      await client.query(sql);
      return () => client.end();
    },
    async close() {
      callers.close();
      plain?.close();
      await server.stop();
      await network?.close();
      await sms.stopCarrier();
      relay.close();
      await database?.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
