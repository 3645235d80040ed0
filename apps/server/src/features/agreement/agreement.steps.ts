/** What other nouns ask of agreements in their own transaction. */
export { type AgreementText, addAgreements } from './agreement.sql.ts';
