/** What other nouns may call within their transaction. */
export { addMedia, type MediaFile, replaceRetiredAgreements, replaceSite, setFourEyes } from './site.sql.ts';
