export { type Agreement, type Consents, readAgreement, useConsents, useReadMarks } from './consents.ts';
