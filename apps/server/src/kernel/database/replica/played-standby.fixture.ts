import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { openReplica, type Replica, type ReplicaTimes } from '#kernel/database/replica/replica';
import type { Log } from '#kernel/ports';
import type { TestDatabase } from '#kernel/testing/test-database';
import { runAsAdmin, urlOf } from '#kernel/testing/test-server';

/** What a played standby says of itself. */
interface Played {
  readonly isStandby: boolean;
  /** Whether it has replayed all that was written. */
  readonly hasReplayed: boolean;
  /** How long ago its last commit was; null where it has replayed none. @unit seconds */
  readonly lastCommitSec: number | null;
  /** The code with which it cancels each statement that asks for the time. */
  readonly cancelsWith: string | null;
}

/** A login of a database whose sessions find functions of their own before those of the server: the rows are the database's, what it says of itself is played. */
export interface PlayedStandby {
  readonly url: string;
  /** Sets what it says; what is left out is a standby that follows. */
  plays(state?: Partial<Played>): Promise<void>;
  /** Ends all of its sessions, as a standby does in whose way they are. */
  endSessions(): Promise<void>;
  drop(): Promise<void>;
}

const functions = `
  create schema played;
  create table played.state (is_standby boolean, has_replayed boolean, last_commit_at timestamptz, cancels_with text);
  create function played.pg_is_in_recovery() returns boolean language sql stable as 'select is_standby from played.state';
  create function played.pg_last_wal_replay_lsn() returns pg_lsn language sql stable as
    'select case when has_replayed then pg_catalog.pg_current_wal_lsn() else ''0/0'' end from played.state';
  create function played.pg_last_xact_replay_timestamp() returns timestamptz language sql stable as 'select last_commit_at from played.state';
  create function played.app_now() returns timestamptz language plpgsql stable as $$
    declare code text := (select cancels_with from played.state);
    begin
      if code is not null then raise exception 'canceling statement due to conflict with recovery' using errcode = code; end if;
      return public.app_now();
    end $$;
  grant usage on schema played to public;
  grant select on played.state to public`;

/** Plays a standby of a test's database. */
export const playStandby = async (database: Pick<TestDatabase, 'url'>): Promise<PlayedStandby> => {
  const name = new URL(database.url).pathname.slice(1);
  const login = `standby_${randomBytes(6).toString('hex')}`;
  const url = new URL(database.url);
  url.username = login;
  url.password = 'played';
  const owner = urlOf(inject('databaseAdminUrl'), name);
  await runAsAdmin(owner, functions);
  await runAsAdmin(owner, `create role ${login} login password 'played' in role ronghui_service, ronghui_tenant`);
  await runAsAdmin(owner, `alter role ${login} in database ${name} set search_path = played, pg_catalog, public`);
  const plays: PlayedStandby['plays'] = async ({
    isStandby = true,
    hasReplayed = true,
    lastCommitSec = 0,
    cancelsWith = null,
  } = {}) => {
    const last = lastCommitSec === null ? 'null' : `clock_timestamp() - interval '${lastCommitSec} seconds'`;
    const code = cancelsWith === null ? 'null' : `'${cancelsWith}'`;
    const values = `${isStandby}, ${hasReplayed}, ${last}, ${code}`;
    await runAsAdmin(owner, `delete from played.state; insert into played.state values (${values})`);
  };
  await plays();
  return {
    url: url.href,
    plays,
    endSessions: () =>
      runAsAdmin(owner, `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${login}'`),
    drop: () => runAsAdmin(inject('databaseAdminUrl'), `drop role if exists ${login}`),
  };
};

/** Keeps nothing that was seen, and waits for a position a moment. */
const shortTimes: ReplicaTimes = { waitMs: 100, lookMs: 10, keptMs: 0 };

/** A log that keeps the names of its events. */
export const listeningLog = (): Log & { readonly events: string[] } => {
  const events: string[] = [];
  const keep = (facts: Record<string, unknown>) => void events.push(String(facts['event']));
  return { events, debug: keep, info: keep, warn: keep, error: keep };
};

/** Opens what plays a standby, as a server does its replica. */
export const openPlayed = (
  { database: primary }: Pick<TestDatabase, 'database'>,
  {
    url,
    log = listeningLog(),
    times = {},
  }: { readonly url: string; readonly log?: Log; readonly times?: Partial<ReplicaTimes> },
): Replica => openReplica({ url, primary, log, times: { ...shortTimes, ...times } });
