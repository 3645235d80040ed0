import { dayLater, dayOf } from '@ronghui/domain/calendar';
import { instantOn } from '@ronghui/domain/shanghai';
import type { Author } from '#kernel/observe/actor';
import type { Log } from '#kernel/ports';
import type { Member } from '../member.ts';
import type { Past } from '../past.ts';

/** The members of the merchant. The owner has founded it; the others join in the course of the story. */
export interface Cast {
  readonly owner: Member;
  readonly finance: Member;
  readonly viewer: Member;
}

/** What the events of a story work with. */
export interface Stage {
  readonly past: Past;
  readonly cast: Cast;
  /** The provider's staff. */
  readonly staff: Author;
  readonly log: Log;
  /** The digest of the owner's mobile, which their logins are kept under. */
  readonly ownerDigest: Buffer;
  /** The bytes of a picture in `pictures/`. */
  readonly picture: (name: string) => Buffer;
}

/** Something that happened at a moment. */
export interface Event {
  readonly at: Date;
  readonly happens: () => Promise<unknown>;
}

/** A time of day in Shanghai, `09:30`, some days before the first start. */
export type DaysAgo = (days: number, time: string) => Date;

/** Counts days back from a moment. */
export const daysBefore =
  (present: Date): DaysAgo =>
  (days, time) =>
    instantOn(dayLater(dayOf(present), -days), time);

/** A moment a little later, for what follows at once. */
export const soonAfter = (at: Date): Date => new Date(at.getTime() + 60_000);
