/** What other nouns may call within their transaction. */

export { findOpenFault, type OpenFault, openClaim } from './open-claim.ts';
