import type { BodyOf } from '../content-queries.ts';

export type AgreementBody = BodyOf<'agreement'>;

/** An agreement before anything is written. */
export const blankAgreement = (key: string, title: string): AgreementBody => ({
  record: 'agreement',
  key,
  version: '',
  title,
  scene: 'register',
  required: true,
  effectiveOn: '',
  text: '',
});

/** A version number for a day that none of the others has: 2026-12, then 2026-12.1. */
export const nextVersion = (day: string, taken: readonly string[]): string => {
  const month = day.slice(0, 7);
  for (let count = 0; ; count += 1) {
    const version = count === 0 ? month : `${month}.${count}`;
    if (!taken.includes(version)) return version;
  }
};
