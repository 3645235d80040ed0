/** What other nouns may call within their transaction. */
export {
  addMedia,
  type MediaFile,
  replaceRetiredAgreements,
  replaceSite,
  setChatService,
  setFourEyes,
} from './site.sql.ts';
