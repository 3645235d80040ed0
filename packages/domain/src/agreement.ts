/** Which agreements a step asks for, and whether the ones ticked are enough (R10.6). */

import type { ConsentScene } from './authorization.ts';

/** An agreement in its present version. */
export interface CurrentAgreement {
  readonly id: string;
  readonly version: string;
  readonly required: boolean;
  readonly scene: ConsentScene;
}

/** An agreement that a person ticked, in the version that was shown. */
export interface AcceptedAgreement {
  readonly id: string;
  readonly version: string;
}

/** A text that a person agreed to before. */
export interface GivenText extends AcceptedAgreement {
  /** Neither withdrawn nor over. */
  readonly isLive: boolean;
}

/**
 * The texts of registration that a person has to read again, because they changed or are new since: required ones in any case, free ones
 * where the former version still stands. Who agreed to none at a registration (an account made by the provider) is asked for none here.
 *
 * @source R10.6, 个人信息保护法 14
 */
export const textsToReadAgain = <Text extends CurrentAgreement>(
  current: readonly Text[],
  given: readonly GivenText[],
): readonly Text[] => {
  if (given.length === 0) return [];
  const isKnown = ({ id, version }: Text) => given.some((each) => each.id === id && each.version === version);
  const stands = ({ id }: Text) => given.some((each) => each.id === id && each.isLive);
  return current.filter((text) => text.scene === 'register' && !isKnown(text) && (text.required || stands(text)));
};

/**
 * The consents to keep, each once; null when a required agreement is missing or the text has changed since it was shown, so that the
 * person must read again. A box that was not asked for is no consent.
 *
 * @source R10.6, RHAG001
 */
export const consentsGiven = (
  asked: readonly CurrentAgreement[],
  accepted: readonly AcceptedAgreement[],
): readonly CurrentAgreement[] | null => {
  const isAccepted = (agreement: CurrentAgreement) =>
    accepted.some((each) => each.id === agreement.id && each.version === agreement.version);
  const isStale = (each: AcceptedAgreement) =>
    !asked.some((agreement) => agreement.id === each.id && agreement.version === each.version);
  if (accepted.some(isStale)) return null;
  if (asked.some((agreement) => agreement.required && !isAccepted(agreement))) return null;
  return asked.filter(isAccepted);
};
