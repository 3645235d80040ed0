import { X509Certificate } from 'node:crypto';
import type { Server } from 'node:net';
import { Server as SecureServer } from 'node:tls';
import { secureOptions, type TlsFiles, type TlsPair } from '#kernel/http/server';
import type { Log } from '#kernel/ports';
import { checkTlsFiles } from './tls-files.ts';

/** What a server serves with, and whether its files say something else that cannot be used; the watch changes both. */
export interface ServedPair {
  pair: TlsPair;
  isRefused: boolean;
}

/** Settings of the watch. */
export interface TlsRenewal {
  /** The secure server; Fastify has one type for all of them. */
  readonly server: Server;
  readonly files: TlsFiles;
  /** Begins with the pair that the server began with. */
  readonly served: ServedPair;
  readonly production: boolean;
  readonly log: Log;
  /** @unit ms */
  readonly everyMs?: number;
}

/** Two small files are read: programs that renew them do so in any order, by links or in place, with any time of change. */
const usualMs = 10_000;

/**
 * Reads the files of the certificate again and gives the server what has changed; open connections go on. A pair that is unusable, or half written, is
 * logged once and the one in force stays. A signal would end a server whose terminal is closed, so time is what it goes by.
 *
 * @returns ends the watch
 * @source running 5.1
 */
export const followTlsFiles = ({ server, files, served, production, log, everyMs = usualMs }: TlsRenewal) => {
  let refused: string | null = null;
  const look = () => {
    try {
      const found = checkTlsFiles(files, production);
      refused = null;
      served.isRefused = false;
      if (found.cert.equals(served.pair.cert) && found.key.equals(served.pair.key)) return;
      if (server instanceof SecureServer) server.setSecureContext(secureOptions(found));
      served.pair = found;
      const until = new Date(new X509Certificate(found.cert).validTo).toISOString();
      log.info({ event: 'certificateReplaced', until });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      served.isRefused = true;
      if (reason === refused) return;
      refused = reason;
      log.error({ event: 'certificateRefused', reason });
    }
  };
  const timer = setInterval(look, everyMs).unref();
  return () => clearInterval(timer);
};
