/** What other nouns may call within their transaction. */
export { type AgreementText, addAgreements } from './agreement.sql.ts';
