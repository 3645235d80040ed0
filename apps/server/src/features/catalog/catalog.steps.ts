/** What other nouns may call within their transaction. */
export {
  type CatalogContent,
  dropProduct,
  type ProductRow,
  replaceCatalog,
  replaceCategories,
  replacePartners,
  replaceSlides,
  storePage,
  storeProduct,
} from './catalog.sql.ts';
