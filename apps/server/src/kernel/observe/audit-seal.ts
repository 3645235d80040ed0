import type { Database, Tx } from '#kernel/database/db';
import {
  findChain,
  findMoment,
  hasUnsealed,
  insertSeals,
  listUnsealed,
  type Moment,
  type NewSeal,
  type TrailPlace,
  type TrailRow,
  takeChain,
  updateChain,
  type Where,
} from '#kernel/observe/audit-seal.sql';
import type { Digests, Log, TrailDigests } from '#kernel/ports';

/** Fields in one text that no other fields make: each with its length before it. */
const joined = (fields: readonly (string | number | null)[]): string =>
  fields.map((field) => (field === null ? '-' : `${Buffer.byteLength(String(field))}:${field}`)).join('');

/** The digest of an event's content, wherever it stands in the trail. */
export const contentOf = (digests: Digests, row: TrailRow): Buffer =>
  digests.of(
    'audit content',
    joined([
      row.at,
      row.event,
      row.operation,
      row.result,
      row.actor_kind,
      row.actor_id,
      row.tenant_id,
      row.user_id,
      row.session_id,
      row.address,
      row.object,
      row.before,
      row.after,
      row.request_id,
    ]),
  );

/** What a link of the chain is made of. */
export interface Link {
  readonly previous: Buffer;
  readonly sealNo: number;
  readonly eventId: number;
  readonly content: Buffer;
}

/** The digest of a link: of its event's content, its place, and everything before it. */
export const digestOf = (digests: Digests, { previous, sealNo, eventId, content }: Link): Buffer =>
  digests.of('audit seal', joined([previous.toString('hex'), sealNo, eventId, content.toString('hex')]));

const atOnce = 1000;
/** What one transaction seals: a backlog is sealed in several, so that none holds its rows for long. */
const atMostOf = 10 * atOnce;
const everyMs = 1000;
/** How often the head goes to standard output, where it is kept by others. @unit ms */
const headEveryMs = 60_000;
const before: TrailPlace = { tx_id: -1, event_id: 0 };

/** The head of the chain after some sealing. */
interface Head {
  readonly sealNo: number;
  readonly digest: Buffer;
}

/** What a transaction has sealed; more is left where it sealed as much as it may. */
interface Sealed extends Head {
  readonly count: number;
  readonly isMore: boolean;
}

/** How far the chain reaches after a part of what is new: to the transaction of the last event; null where that is not known. */
const reachOf = (where: Where, { tx_id: end }: TrailPlace, now: Moment): Moment | null =>
  where === 'since' ? { ...now, end, running: now.running.filter((transaction) => transaction < end) } : null;

/** Seals what was committed since the last time, in one transaction and up to a number of events; null while another sealer does. */
const sealOnce = async (tx: Tx, trail: TrailDigests, atMost: number): Promise<Sealed | null> => {
  const { generation } = trail;
  const digests = trail.of(generation);
  if (digests === undefined) throw new Error('the key in force of the trail is not there');
  if (!(await takeChain(tx))) return null;
  const [chain, now] = [await findChain(tx), await findMoment(tx)];
  let [{ seal_no: sealNo, digest }, count] = [chain, 0];
  const places: readonly Where[] = chain.is_same_cluster
    ? [...chain.running.map((transaction) => ({ transaction })), 'since']
    : ['anywhere'];
  for (const where of places) {
    let after = before;
    for (;;) {
      const limit = Math.min(atOnce, atMost - count);
      const rows = await listUnsealed(tx, { where, chain, now, after, limit });
      const seals: NewSeal[] = [];
      for (const row of rows) {
        sealNo += 1;
        const content = contentOf(digests, row);
        digest = digestOf(digests, { previous: digest, sealNo, eventId: row.event_id, content });
        seals.push({ sealNo, eventId: row.event_id, content, digest });
      }
      if (seals.length > 0) await insertSeals(tx, seals, generation);
      count += seals.length;
      after = rows.at(-1) ?? after;
      if (rows.length < limit) break;
      if (count < atMost) continue;
      await updateChain(tx, { sealNo, digest, now: reachOf(where, after, now) });
      return { sealNo, digest, count, isMore: true };
    }
  }
  await updateChain(tx, { sealNo, digest, now });
  return { sealNo, digest, count, isMore: false };
};

/** Dependencies of a sealer. */
export interface AuditSealerDeps {
  readonly database: Database;
  readonly trail: TrailDigests;
  readonly log: Log;
  /** Keeps the head outside of the database. */
  readonly keepHead?: (head: { readonly sealNo: number; readonly digest: string }) => Promise<void>;
  /** How many events one transaction seals at most. */
  readonly atMost?: number;
}

/** Chains the events of the trail, so that a change of what was written shows. @source R11.7, security 4.11 */
export interface AuditSealer {
  /** Seals what is committed; the number of events. Concurrent calls share the run. */
  seal(): Promise<number>;
  /** Seals every second. */
  start(): void;
  stop(): Promise<void>;
}

/** Builds the sealer of this process; the sealers of all nodes take turns. Business transactions never wait for it. */
export const createAuditSealer = ({
  database,
  trail,
  log,
  keepHead,
  atMost = atMostOf,
}: AuditSealerDeps): AuditSealer => {
  let running: Promise<number> | null = null;
  let timer: NodeJS.Timeout | undefined;
  let head: Head | null = null;
  let printedAtMs = Number.NEGATIVE_INFINITY;
  let isLate = false;
  let isStopping = false;

  const keep = async ({ sealNo, digest }: Head): Promise<void> => {
    try {
      await keepHead?.({ sealNo, digest: digest.toString('hex') });
    } catch (error) {
      // The log has it too; a full disk does not stop the sealing.
      log.error({ event: 'auditHeadNotKept', sealNo, error });
    }
  };

  const run = async (): Promise<number> => {
    if (!(await hasUnsealed(database.reading('service')))) return 0;
    let count = 0;
    for (let isMore = true; isMore; ) {
      const sealed = await database.transact('service', (tx) => sealOnce(tx, trail, atMost));
      if (sealed !== null && sealed.count > 0) {
        head = sealed;
        await keep(sealed);
      }
      count += sealed?.count ?? 0;
      // The rest of a backlog waits for the next start.
      isMore = sealed?.isMore === true && !isStopping;
    }
    return count;
  };

  const seal = (): Promise<number> => {
    running ??= run().finally(() => {
      running = null;
    });
    return running;
  };

  const sayHead = (): void => {
    if (head === null) return;
    log.info({ event: 'auditHead', sealNo: head.sealNo, digest: head.digest.toString('hex') });
    head = null;
    printedAtMs = performance.now();
  };

  const look = async (): Promise<void> => {
    try {
      await seal();
      isLate = false;
      if (performance.now() - printedAtMs >= headEveryMs) sayHead();
    } catch (error) {
      // Once for a database that is away, not every second.
      if (!isLate) log.warn({ event: 'auditSealWaits', error });
      isLate = true;
    }
  };

  return {
    seal,
    start() {
      isStopping = false;
      void look();
      timer = setInterval(() => void look(), everyMs);
      timer.unref();
    },
    async stop() {
      if (timer === undefined) return;
      clearInterval(timer);
      timer = undefined;
      isStopping = true;
      await look();
      sayHead();
    },
  };
};
