import { certificationFieldNames, companyTypes } from '@ronghui/domain/certification-form';
import { flag, id, list, nullable, object, optional, text, typedName, word } from '../../shapes.ts';

/** The last day of a document: `2026-11-20`. */
export const certificationDay = () => text(10, { pattern: '^\\d{4}-\\d\\d-\\d\\d$' });
/** A province or city by its six digits. */
export const divisionCode = () => text(6, { pattern: '^\\d{6}$' });

/** The fields of a form that are not sensitive, as a draft has them; an empty text or null clears a field. */
export const draftFields = {
  companyType: optional(word(companyTypes)),
  companyName: optional(typedName(100, { min: 0 })),
  uscc: optional(text(40, { min: 0 })),
  licenseFileId: optional(nullable(id())),
  licenseValidTo: optional(nullable(certificationDay())),
  provinceCode: optional(nullable(divisionCode())),
  cityCode: optional(nullable(divisionCode())),
  address: optional(text(200, { min: 0 })),
  legalName: optional(typedName(60, { min: 0 })),
  legalIdFrontFileId: optional(nullable(id())),
  legalIdBackFileId: optional(nullable(id())),
  legalIdValidTo: optional(nullable(certificationDay())),
  isAgent: optional(flag()),
  agentName: optional(typedName(60, { min: 0 })),
  authorizationLetterFileId: optional(nullable(id())),
  bankName: optional(typedName(100, { min: 0 })),
  bankBranch: optional(typedName(100, { min: 0 })),
};

/** A form as it is shown: its numbers masked. */
export const shownForm = () =>
  object({
    ...draftFields,
    legalIdNoMasked: optional(text(40)),
    agentIdNoMasked: optional(text(40)),
    bankAccountNoMasked: optional(text(40)),
  });

/** Which fields were wrong, each with why. */
export const fieldReasons = () => list(object({ field: word(certificationFieldNames), reason: text(200) }));
