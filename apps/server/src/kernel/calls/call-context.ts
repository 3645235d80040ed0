import type { MemberRole, StaffRole } from '@ronghui/contract';
import type { Shares } from '#kernel/calls/admission/shares';
import type { IncomingCall, UploadedFile } from '#kernel/calls/call';
import type { CallerSessions, Session, StaffSetupStep, VisitorContext } from '#kernel/calls/context';
import type { Claim, Idempotency } from '#kernel/calls/idempotency/idempotency';
import { readCookie } from '#kernel/calls/sessions/cookies';
import { type CallDevice, coarseDevice, deviceOf } from '#kernel/calls/sessions/device';
import type { FreshSession, LiveSession } from '#kernel/calls/sessions/live-session';
import type { Sessions } from '#kernel/calls/sessions/session';
import { type CallTalk, talkOf } from '#kernel/calls/sessions/talk-cookie';
import type { Database, Db, Person, Scope, Snapshot, Tx } from '#kernel/database/db';
import type { Replica } from '#kernel/database/replica/replica';
import { readFromReplica } from '#kernel/database/replica/replica-reads';
import type { Via } from '#kernel/database/share';
import type { Actor, AuditEvent, Author } from '#kernel/observe/actor';
import { type Audit, type AuditFacts, type AuditOrigin, actorOf, originOf, recordEvent } from '#kernel/observe/audit';
import type { Ports } from '#kernel/ports';
import { Refusal, type RefusalData } from '#kernel/refusal';

/** Dependencies of every call's context. */
export interface ContextDeps {
  readonly database: Database;
  /** Where statistics come from; null: from the database too. */
  readonly replica: Replica | null;
  readonly sessions: Sessions;
  readonly idempotency: Idempotency;
  readonly audit: Audit;
  readonly ports: Ports;
  readonly shares: Readonly<Record<'tenant' | 'staff', Shares>>;
}

/** A refused outcome: the declared reason and its data. */
interface RefusedOutcome {
  readonly reason: string;
  readonly data?: RefusalData | undefined;
}

/** What happened to the caller's session during the call. */
type SessionChange = { readonly kind: 'begun'; readonly fresh: FreshSession } | { readonly kind: 'ended' };

/** Whether work returned a refused outcome. @source decision 0029 */
const isRefused = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'ok' in value && value.ok === false;

/**
 * The context of one call: what its handler sees, and what dispatch reads afterwards. There is one object a call; its parts are created
 * on first use.
 */
export class CallContext implements VisitorContext {
  readonly session: LiveSession;
  readonly ports: Ports;
  /** The facts for the audit event; null until the handler adds some. */
  facts: AuditFacts | null = null;
  /** Whether the event is in a committed transaction. */
  audited = false;
  /** Whether an event was recorded in the running transaction. */
  #recorded = false;
  sessionChange: SessionChange | null = null;
  /** A session that dispatch began for this call. */
  opened: FreshSession | null = null;
  /** Set for an idempotent call before its handler runs. */
  claim: Claim | null = null;
  readonly #call: IncomingCall;
  readonly #deps: ContextDeps;
  #device: CallDevice | null = null;
  #talk: CallTalk | null = null;
  #callerSessions: CallerSessions | null = null;
  #now: Date | null = null;
  #via: Via = null;
  #db: Db | null = null;
  readonly #atEnd: (() => void)[] = [];

  constructor(call: IncomingCall, session: LiveSession, deps: ContextDeps) {
    this.#call = call;
    this.session = session;
    this.#deps = deps;
    this.ports = deps.ports;
  }

  /** Bound, because handlers take it out of the context. */
  readonly fail = (why: string | RefusedOutcome, facts?: RefusalData): never => {
    const { reason, data: given } = typeof why === 'string' ? { reason: why, data: facts } : why;
    const { id, spec, filterErrorData } = this.#call.operation;
    const error = spec.errors?.[reason];
    if (error === undefined) throw new Error(`${id}: ${reason} is not a declared reason`);
    const { data, fault } = filterErrorData(reason, given);
    if (fault !== undefined) {
      this.ports.log.error({ event: 'errorDataDropped', requestId: this.requestId, operation: id, reason, fault });
    }
    const retryAfter = given?.['retryAfter'];
    throw new Refusal(
      typeof error === 'string' ? error : error.code,
      data,
      typeof retryAfter === 'number' ? Math.max(1, Math.ceil(retryAfter)) : undefined,
      typeof error === 'string' ? undefined : error.record,
    );
  };

  readonly audit = (facts: AuditFacts): void => {
    this.facts = { ...this.facts, ...facts };
  };

  readonly onEnd = (work: () => void): void => void this.#atEnd.push(work);

  /** Runs what waits for the end of the call. */
  end(): void {
    for (const work of this.#atEnd.splice(0)) work();
  }

  readonly transact = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    this.#transactIn(this.scope, work, this.#isAlwaysAudited);
  readonly transactAsService = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    this.#transactIn('service', work, false);

  readonly transactFor = <T>(person: Person, work: (tx: Tx) => Promise<T>): Promise<T> =>
    this.#transactIn({ tenantId: this.session.tenantId ?? '', person }, work, false);

  readonly snapshot = (): Promise<Snapshot> => this.#deps.database.snapshot(this.scope, this.via);

  readonly fromReplica = <T>(read: (db: Db) => Promise<T>): Promise<T> =>
    readFromReplica(this.#deps.replica, { scope: this.scope, via: this.via, own: this.db }, read);

  readonly transactAhead = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    this.#deps.database.transact('service', work, this.via);

  /** Whether the call's transaction also stores its audit event: true for changes by signed-in users. Work in `transactAsService` records its own events. */
  get #isAlwaysAudited(): boolean {
    const { who, writes } = this.#call.operation.spec;
    return who !== 'visitor' && writes === true;
  }

  get scope(): Scope {
    const { tenantId } = this.session;
    return this.#call.operation.spec.who === 'merchant' && tenantId !== null ? { tenantId } : 'service';
  }
  /**
   * From which connections the call is served. Logins, and what else a visitor writes, have those of their own; a tenant and a member of staff have their
   * share of the others, whatever they call.
   *
   * @source security 4.14
   */
  get via(): Via {
    this.#via ??= this.#findVia();
    return this.#via;
  }
  get db(): Db {
    this.#db ??= this.#deps.database.reading(this.scope, this.via);
    return this.#db;
  }
  get now(): Date {
    this.#now ??= this.ports.clock.now();
    return this.#now;
  }
  get requestId(): string {
    return this.#call.traceId;
  }
  get address(): string {
    return this.#call.address;
  }
  get upload(): UploadedFile | null {
    return this.#call.upload;
  }
  get device(): CallDevice {
    const { cookie, site } = this.#call;
    this.#device ??= deviceOf(readCookie(cookie, site.names.device), coarseDevice(this.#call.userAgent));
    return this.#device;
  }
  /** The device token for the reply's cookie. */
  get givenDevice(): string | null {
    return this.#device?.given ?? null;
  }
  get talk(): CallTalk {
    this.#talk ??= talkOf(readCookie(this.#call.cookie, this.#call.site.names.chat));
    return this.#talk;
  }
  /** The token of a talk for the reply's cookie. */
  get givenTalk(): string | null {
    return this.#talk?.given ?? null;
  }
  get sessions(): CallerSessions {
    this.#callerSessions ??= this.#makeCallerSessions();
    return this.#callerSessions;
  }
  get tenantId(): string | null {
    return this.session.tenantId;
  }
  get userId(): string | null {
    return this.session.userId;
  }
  get role(): MemberRole | null {
    return this.session.role;
  }
  get staffId(): string | null {
    return this.session.staff?.staffId ?? null;
  }
  get roles(): readonly StaffRole[] {
    return this.session.staff?.roles ?? [];
  }
  get pendingSetup(): readonly StaffSetupStep[] {
    return this.session.staff?.pendingSetup ?? [];
  }
  get author(): Author {
    const actor = actorOf(this.session);
    return {
      actor,
      record: (tx, event) => {
        this.#recorded = true;
        // Within a call an event has the name of its operation, whatever the step is called for commands and jobs.
        const named = { ...event, event: this.#call.operation.id };
        recordEvent(tx, actor, named, originOf(this.#call, this.session, 'ok'));
      },
    };
  }

  /** The actor of the audit event: the user who has just logged in, where nobody was before. */
  get #audited(): Session {
    const { sessionChange, session } = this;
    return sessionChange?.kind === 'begun' && session.kind === 'anon' ? sessionChange.fresh.session : session;
  }

  /** The call's audit event so far. */
  auditEntry(result: string): readonly [Actor, AuditEvent, AuditOrigin] {
    const who = this.#audited;
    const event = { event: this.#call.operation.id, ...this.facts };
    return [actorOf(who), event, originOf(this.#call, who, result)];
  }

  async #transactIn<T>(scope: Scope, work: (tx: Tx) => Promise<T>, isAudited: boolean): Promise<T> {
    const { database, idempotency } = this.#deps;
    const { claim } = this;
    let wrote = false;
    const run = async (tx: Tx): Promise<T> => {
      this.#recorded = false;
      if (claim !== null) await idempotency.claim(tx, claim);
      const value = await work(tx);
      // An event that the work has recorded itself is the event of this call.
      // A refused outcome is recorded with its code when the call fails with it.
      const isRecorded = !isRefused(value) && (isAudited || claim !== null || this.facts !== null);
      wrote = this.#recorded || (!this.audited && isRecorded);
      if (wrote && !this.#recorded) recordEvent(tx, ...this.auditEntry('ok'));
      if (claim !== null) {
        const text = JSON.stringify(this.#call.operation.filterReply(value));
        idempotency.store(tx, claim, { status: 200, text });
      }
      return value;
    };
    const result = await database.transact(scope, run, this.via);
    this.audited ||= wrote;
    return result;
  }

  #findVia(): Via {
    const { spec } = this.#call.operation;
    const { tenant, staff } = this.#deps.shares;
    // Talks are many, and must not stand in the way of logins.
    if (spec.who === 'visitor' && spec.door === undefined && (spec.writes === true || spec.signed === false))
      return 'entry';
    if (this.staffId !== null) return staff.of(this.staffId);
    return this.tenantId === null ? null : tenant.of(this.tenantId);
  }

  #makeCallerSessions(): CallerSessions {
    const { sessions } = this.#deps;
    const visitor = { address: this.#call.address, device: coarseDevice(this.#call.userAgent) };
    return {
      signKey: () =>
        sessions.signKeyOf(this.sessionChange?.kind === 'begun' ? this.sessionChange.fresh.session : this.session),
      begin: async (tx, owner) => {
        const fresh = await sessions.begin(tx, owner, this.session, visitor);
        this.sessionChange = { kind: 'begun', fresh };
        return sessions.signKeyOf(fresh.session);
      },
      end: async (tx) => {
        await sessions.end(tx, this.session);
        this.sessionChange = { kind: 'ended' };
      },
      endAllOf: async (tx, ownerId, options) => {
        await sessions.endAllOf(tx, ownerId, options?.keepCaller === true ? this.session : null);
        sessions.forgetOwner(ownerId);
      },
      listOf: (tx, userId) => sessions.listOf(tx, userId),
      endOne: (tx, userId, sessionId) => sessions.endOne(tx, userId, sessionId),
      endIn: (tx, tenantId, userId) => sessions.endIn(tx, tenantId, userId),
      setRole: (tx, owner) => sessions.setRole(tx, owner),
    };
  }
}
