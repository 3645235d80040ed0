/** Compares the agreements that a step asks for with the accepted ones (R10.6). */

import type { ConsentScene } from './authorization.ts';

/** An agreement in its current version. */
export interface CurrentAgreement {
  readonly id: string;
  readonly version: string;
  readonly required: boolean;
  readonly scene: ConsentScene;
}

/** An agreement that a person accepted, in the version that was shown. */
export interface AcceptedAgreement {
  readonly id: string;
  readonly version: string;
}

/** An agreement that a person accepted earlier. */
export interface EarlierConsent extends AcceptedAgreement {
  /** Neither withdrawn nor ended. */
  readonly isLive: boolean;
}

/**
 * The registration agreements that a person must read again because they changed or were added: required ones always,
 * optional ones where the earlier consent is still live. A person who accepted none at registration (an account that
 * the provider created) is asked for none.
 *
 * @source R10.6, 个人信息保护法 14
 */
export const agreementsToAcceptAgain = <Text extends CurrentAgreement>(
  current: readonly Text[],
  earlier: readonly EarlierConsent[],
): readonly Text[] => {
  if (earlier.length === 0) return [];
  const isKnown = ({ id, version }: Text) => earlier.some((each) => each.id === id && each.version === version);
  const hasLiveConsent = ({ id }: Text) => earlier.some((each) => each.id === id && each.isLive);
  return current.filter(
    (text) => text.scene === 'register' && !isKnown(text) && (text.required || hasLiveConsent(text)),
  );
};

/**
 * The accepted agreements to store as consents, each once; null when a required agreement is missing or its text changed after it was shown,
 * so that the person must read it again. An agreement that the step does not ask for is not a consent.
 *
 * @source R10.6, RHAG001
 */
export const acceptedAgreements = (
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
