/** What other nouns ask of certifications in their own transaction. */
export { releaseCertification } from './certification.sql.ts';
