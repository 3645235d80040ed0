import { type AcceptedAgreement, type CurrentAgreement, consentsGiven } from '@ronghui/domain/agreement';
import { consentUntil } from '@ronghui/domain/authorization';
import type { GivenConsent } from '#features/authorization/authorization.steps';

type Agreements = readonly CurrentAgreement[];

const orderScenes = ['purchase', 'dataSharing'];

/** What an order of a product asks for: the product's own agreements of purchase, and the box of its own for giving data to an org. */
export const askedBy = (product: { readonly agreement_ids: readonly string[] }, current: Agreements): Agreements =>
  current.filter(({ id, scene }) => orderScenes.includes(scene) && product.agreement_ids.includes(id));

/**
 * The consents to keep; null when a text must be read again. A box of another step, in its present version, is let pass and not kept.
 *
 * @source R10.6, RHAG001
 */
export const consentsFor = (
  asked: Agreements,
  accepted: readonly AcceptedAgreement[],
  current: Agreements,
): Agreements | null => {
  const isElsewhere = (each: AcceptedAgreement) =>
    !asked.some(({ id }) => id === each.id) &&
    current.some(({ id, version }) => id === each.id && version === each.version);
  return consentsGiven(
    asked,
    accepted.filter((each) => !isElsewhere(each)),
  );
};

/** As the ledger takes them: data is given to an org for a year, the rest holds while the product is used. */
export const recordsOf = (given: Agreements, now: Date, newId: () => string): GivenConsent[] =>
  given.map(({ id, version, scene }) => ({
    recordId: newId(),
    id,
    version,
    scene,
    validTo: consentUntil(scene, now),
  }));
