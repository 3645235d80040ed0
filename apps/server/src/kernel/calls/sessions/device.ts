import { createHash } from 'node:crypto';
import type { CallerDevice } from '#kernel/calls/context';
import { newSecret } from '#kernel/setup/ids';

/** The known-device cookie of a call (R4.5): features get its digest, only the cookie has its token. */
export interface CallDevice extends CallerDevice {
  /** A token that was issued during this call. */
  readonly given: string | null;
}

/** 400 days, the longest lifetime in browsers. @unit seconds */
export const deviceCookieSec = 400 * 86_400;

const digestOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Reads the device of a call from its cookie. */
export const deviceOf = (token: string | null, name = ''): CallDevice => {
  const known = token === null ? null : digestOf(token);
  let given: string | null = null;
  return {
    known,
    name,
    get given() {
      return given;
    },
    remember() {
      if (known !== null) return known;
      given ??= newSecret(32);
      return digestOf(given);
    },
  };
};

const browsers: readonly (readonly [RegExp, string])[] = [
  [/MicroMessenger/, '微信'],
  [/AlipayClient/, '支付宝'],
  [/Edg\//, 'Edge'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/HarmonyOS/, 'HarmonyOS'],
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];

/** Browser and system, and nothing more, for the user to recognise a device (security 4.1, coarse device). */
export const coarseDevice = (userAgent: string | undefined): string => {
  if (userAgent === undefined) return '';
  const find = (list: typeof browsers) => list.find(([pattern]) => pattern.test(userAgent))?.[1];
  return [find(browsers), find(systems)].filter((part) => part !== undefined).join(' · ');
};
