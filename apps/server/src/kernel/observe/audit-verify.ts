import type { Finding } from '@ronghui/domain/audit';
import type { Db } from '#kernel/database/db';
import { contentOf, digestOf } from '#kernel/observe/audit-seal';
import { type ChainState, findChain, type TrailRow } from '#kernel/observe/audit-seal.sql';
import {
  findLate,
  findSealDigest,
  findSealRange,
  listSealed,
  type ReadTo,
  readNeverSealed,
  type SealedRow,
} from '#kernel/observe/audit-verify.sql';
import type { TrailDigests } from '#kernel/ports';

/** A verification: what it covered, and what it found. */
export interface Verification {
  readonly fromNo: number;
  readonly toNo: number;
  readonly events: number;
  /** The first of them, up to `findingsAtMost`. */
  readonly findings: readonly Finding[];
  readonly found: number;
  /** The digest of the last seal that was verified. */
  readonly digest: string;
}

/** What is verified: the events of a time, or all. */
export interface Span {
  readonly from: Date | null;
  readonly before: Date | null;
}

/** A seal whose digest is known from before: the chain still has to hold it. */
export interface Anchor {
  readonly sealNo: number;
  readonly digest: string;
}

/** What is verified, and against what. */
export interface Asked {
  readonly span?: Span;
  readonly anchors?: readonly Anchor[];
}

/** The longest that an event waits for its seal before that is a finding. @unit minutes */
const lateMinutes = 10;
const lateAtMost = 1000;

/** How many findings are named. */
export const findingsAtMost = 200;
const atOnce = 2000;
/** Suspects whose contents are compared with each other. */
const suspectsAtMost = 10_000;

interface Suspect {
  readonly sealNo: number;
  readonly eventId: number;
  readonly sealed: string;
  readonly found: string;
}

/** The row has its event. */
const isThere = (row: SealedRow): row is SealedRow & TrailRow => row.event !== null;

/** Reads along the chain and collects what does not fit. */
class Walk {
  readonly findings: Finding[] = [];
  found = 0;
  events = 0;
  readonly #trail: TrailDigests;
  readonly #suspects: Suspect[] = [];
  /** The digest before the next seal; null where it is not known. */
  #previous: Buffer | null;
  /** The generation of the key that made the last seal: one that was followed by another makes none any more. */
  #generation = 0;
  #next: number;

  constructor(trail: TrailDigests, { next, previous }: { readonly next: number; readonly previous: Buffer | null }) {
    this.#trail = trail;
    this.#next = next;
    this.#previous = previous;
  }

  get digest(): string {
    return this.#previous?.toString('hex') ?? '';
  }

  #add(finding: Finding): void {
    this.found += 1;
    if (this.findings.length < findingsAtMost) this.findings.push(finding);
  }

  /** Seals from the next one up to `sealNo` are gone. */
  #gap(sealNo: number): void {
    if (sealNo === this.#next) return;
    this.#add({ kind: 'sealGone', eventId: null, sealNo: this.#next, count: sealNo - this.#next });
    this.#previous = null;
  }

  take(row: SealedRow): void {
    const { seal_no: sealNo, sealed_event_id: eventId, content, digest, key_generation: generation } = row;
    this.#gap(sealNo);
    const digests = generation < this.#generation ? undefined : this.#trail.of(generation);
    this.#generation = Math.max(this.#generation, generation);
    const own = digests && this.#previous && digestOf(digests, { previous: this.#previous, sealNo, eventId, content });
    // Without what came before a seal says nothing; without its key it is none.
    if (digests === undefined || own?.equals(digest) === false) this.#add({ kind: 'sealBroken', eventId, sealNo });
    if (isThere(row)) {
      const found = digests && contentOf(digests, row);
      if (found?.equals(content) === false) this.#suspect({ sealNo, eventId, sealed: content, found });
    } else this.#add({ kind: 'removed', eventId, sealNo });
    this.events += 1;
    this.#previous = digest;
    this.#next = sealNo + 1;
  }

  #suspect({ sealNo, eventId, sealed, found }: { sealNo: number; eventId: number; sealed: Buffer; found: Buffer }) {
    if (this.#suspects.length === suspectsAtMost) this.#add({ kind: 'changed', eventId, sealNo });
    else this.#suspects.push({ sealNo, eventId, sealed: sealed.toString('hex'), found: found.toString('hex') });
  }

  /** The chain ends at `toNo`; what was changed is kept apart from what only stands elsewhere. */
  end(toNo: number): void {
    this.#gap(toNo + 1);
    const places = new Map(this.#suspects.map(({ sealed, eventId }) => [sealed, eventId]));
    for (const { sealNo, eventId, found } of this.#suspects) {
      const fromEventId = places.get(found);
      this.#add(
        fromEventId === undefined
          ? { kind: 'changed', eventId, sealNo }
          : { kind: 'moved', eventId, sealNo, fromEventId },
      );
    }
  }

  /** Events that no seal names. */
  unsealed(eventIds: readonly number[]): void {
    for (const eventId of eventIds) this.#add({ kind: 'unsealed', eventId, sealNo: null });
  }

  /** The head that the database names is not the last seal's digest, or there are seals beyond it. */
  head({ seal_no: sealNo, last_no: lastNo, digest }: ChainState): void {
    if (this.#previous !== null && !digest.equals(this.#previous))
      this.#add({ kind: 'sealBroken', eventId: null, sealNo });
    if (lastNo > sealNo) this.#add({ kind: 'sealBroken', eventId: null, sealNo: sealNo + 1 });
  }

  /** What the chain was known to hold: it was cut off before, or is another one. */
  anchor({ seal_no: headNo }: ChainState, { sealNo }: Anchor, found: string | undefined): void {
    if (sealNo > headNo) this.#add({ kind: 'sealGone', eventId: null, sealNo: headNo + 1, count: sealNo - headNo });
    // Where the seal itself is gone, the walk over its part says so.
    else if (found !== undefined) this.#add({ kind: 'sealBroken', eventId: null, sealNo });
  }

  /** Events that wait for their seal for too long. */
  late({ count, event_id: eventId }: { readonly count: number; readonly event_id: number | null }): void {
    if (count > 0) this.#add({ kind: 'late', eventId, sealNo: null, count });
  }
}

/** Dependencies of a verification. */
export interface VerifyDeps {
  readonly db: Db;
  readonly trail: TrailDigests;
  /** Called after each part; it may throw to end the run. */
  readonly progress?: (done: number, total: number) => Promise<void>;
}

/** Compares what was known of the chain with what it holds. */
const checkAnchors = async (
  walk: Walk,
  db: Db,
  { chain, anchors }: { chain: ChainState; anchors: readonly Anchor[] },
) => {
  for (const anchor of anchors) {
    const found = (await findSealDigest(db, anchor.sealNo))?.toString('hex');
    if (found !== anchor.digest) walk.anchor(chain, anchor, found);
  }
};

/** Reads the trail of a time part by part for events that no seal names. */
const checkSealed = async (
  walk: Walk,
  db: Db,
  { chain, span, next }: { chain: ChainState; span: Span; next: () => Promise<void> },
) => {
  let after: ReadTo | null = null;
  do {
    const part: Awaited<ReturnType<typeof readNeverSealed>> = await readNeverSealed(db, {
      chain,
      span,
      after,
      limit: atOnce,
    });
    walk.unsealed(part.eventIds);
    after = part.readTo;
    await next();
  } while (after !== null);
};

/**
 * Verifies the chain, or the part of it in which the events of a time stand: it names every event that was changed, moved, removed,
 * written past the sealer or left unsealed for too long, every broken or missing seal, and a chain that ends before an anchor. It reads only.
 *
 * @source R11.7, security 4.11
 */
export const verifyTrail = async (
  { db, trail, progress }: VerifyDeps,
  { span = { from: null, before: null }, anchors = [] }: Asked = {},
): Promise<Verification> => {
  const { from, before } = span;
  // First the head, then everything up to it: what is sealed meanwhile is for the next verification.
  const chain = await findChain(db);
  const range = await findSealRange(db, { from, before });
  const fromNo = range.from_no ?? chain.seal_no + 1;
  const toNo = Math.min(range.to_no ?? 0, chain.seal_no);
  const next = async () => progress?.(walk.events, Math.max(0, toNo - fromNo + 1));
  const previous = fromNo <= 1 ? Buffer.alloc(0) : ((await findSealDigest(db, fromNo - 1)) ?? null);
  const walk = new Walk(trail, { next: fromNo, previous });
  for (let after = fromNo - 1; after < toNo; ) {
    const rows = await listSealed(db, { after, to: toNo, limit: atOnce });
    for (const row of rows) walk.take(row);
    await next();
    if (rows.length < atOnce) break;
    after = rows.at(-1)?.seal_no ?? toNo;
  }
  if (toNo >= fromNo) walk.end(toNo);
  if (toNo === chain.seal_no) walk.head(chain);
  await checkAnchors(walk, db, { chain, anchors });
  if (chain.is_same_cluster) {
    await checkSealed(walk, db, { chain, span, next });
    if (before === null) walk.late(await findLate(db, { chain, minutes: lateMinutes, limit: lateAtMost }));
  }
  const { findings, found, events, digest } = walk;
  return { fromNo, toNo, events, findings, found, digest };
};

/** A finding in a sentence. */
export const findingText = ({ kind, eventId, sealNo, fromEventId, count = 1 }: Finding): string => {
  switch (kind) {
    case 'changed':
      return `记录 ${eventId} 的内容被改动过（封存序号 ${sealNo}）`;
    case 'moved':
      return `记录 ${eventId} 的位置被调换过：现在的内容原属于记录 ${fromEventId}（封存序号 ${sealNo}）`;
    case 'removed':
      return `记录 ${eventId} 被删除（封存序号 ${sealNo}）`;
    case 'unsealed':
      return `记录 ${eventId} 没有封存，可能是绕过系统写入的，或它的封存被删除`;
    case 'late':
      return `有 ${count >= lateAtMost ? `${count} 条以上` : `${count} 条`}记录超过 ${lateMinutes} 分钟没有封存，最早的是记录 ${eventId}，封存可能已停止`;
    case 'sealBroken':
      return `封存序号 ${sealNo} 与前后不衔接，封存被改动过`;
    case 'sealGone':
      return count === 1
        ? `封存序号 ${sealNo} 缺失`
        : `封存序号 ${sealNo} 至 ${(sealNo ?? 0) + count - 1} 缺失，共 ${count} 个`;
  }
};
