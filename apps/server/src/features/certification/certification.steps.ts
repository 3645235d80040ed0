/** What other nouns may call within their transaction. */
export { releaseCertification } from './certification.sql.ts';
