/** Which agreements a step asks for, and whether the ones ticked are enough (R10.6). */

/** An agreement in its present version. */
export interface CurrentAgreement {
  readonly id: string;
  readonly version: string;
  readonly required: boolean;
  readonly scene: string;
}

/** An agreement that a person ticked, in the version that was shown. */
export interface AcceptedAgreement {
  readonly id: string;
  readonly version: string;
}

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
