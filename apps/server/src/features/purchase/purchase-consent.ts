import { type AcceptedAgreement, acceptedAgreements, type CurrentAgreement } from '@ronghui/domain/agreement';
import { consentUntil } from '@ronghui/domain/authorization';
import type { NewConsent } from '#features/authorization/authorization.steps';

type Agreements = readonly CurrentAgreement[];

const orderScenes = ['purchase', 'dataSharing'];

/** The agreements that an order of a product asks for: the product's agreements of purchase, and the separate one for sharing data with an org. */
export const agreementsAskedBy = (
  product: { readonly agreement_ids: readonly string[] },
  current: Agreements,
): Agreements => current.filter(({ id, scene }) => orderScenes.includes(scene) && product.agreement_ids.includes(id));

/**
 * The accepted agreements to store as consents; null when one has a newer version to read. An accepted agreement of another step is ignored if its version is current.
 *
 * @source R10.6, RHAG001
 */
export const acceptedForOrder = (
  asked: Agreements,
  accepted: readonly AcceptedAgreement[],
  current: Agreements,
): Agreements | null => {
  const isElsewhere = (each: AcceptedAgreement) =>
    !asked.some(({ id }) => id === each.id) &&
    current.some(({ id, version }) => id === each.id && version === each.version);
  return acceptedAgreements(
    asked,
    accepted.filter((each) => !isElsewhere(each)),
  );
};

/** The consent records of accepted agreements: sharing data with an org holds for a year, the others while the product is used. */
export const newConsentsOf = (agreements: Agreements, now: Date, newId: () => string): NewConsent[] =>
  agreements.map(({ id, version, scene }) => ({
    recordId: newId(),
    id,
    version,
    scene,
    validTo: consentUntil(scene, now),
  }));
