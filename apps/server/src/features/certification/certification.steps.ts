/** What other nouns may call within their transaction, or before it. */

export { releaseCertification } from './certification.sql.ts';
export { findCertificationNow } from './certification-overdue.ts';
