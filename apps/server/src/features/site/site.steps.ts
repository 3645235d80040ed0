/** What other nouns ask of the site in their own transaction. */
export { addMedia, type MediaFile, replaceRetiredAgreements, replaceSite } from './site.sql.ts';
