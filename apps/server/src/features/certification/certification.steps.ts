/** What other nouns may call within their transaction, or before it. */

export { insertBareCertifications, releaseCertification } from './certification.sql.ts';
export { findCertificationNow } from './certification-overdue.ts';
