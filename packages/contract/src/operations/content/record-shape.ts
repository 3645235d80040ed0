import type { Static } from 'typebox';
import { either, exactly, list, object, word } from '../../shapes.ts';
import { agreementBody } from './agreement-shape.ts';
import { line, nameLine, picture } from './body-fields.ts';
import { docBody, docSectionBody } from './doc-shape.ts';
import { pageBody } from './page-shape.ts';
import { productBody } from './product-shape.ts';

/**
 * The bodies of the records that staff edit. A draft may be unfinished: here stand only the types and the bounds; what is published is checked
 * by the rules of the import. Pictures are addresses that an upload answered, `/media/…`; an empty text is nothing.
 */

/** What distinguishes an item from its siblings, in the body and in the files. */
const itemId = () => line(64);

/** The settings of the site (R1.6). An empty payee is none. */
const siteBody = () =>
  object({
    record: exactly('site'),
    brand: object({ name: nameLine(40), logo: picture(), favicon: picture(), primary: line(20) }),
    contacts: object({ phone: line(40), email: line(120), address: line(200), hours: line(80) }),
    icp: line(60),
    policeRecord: line(60),
    licences: list(line(200), { max: 20 }),
    docCenter: word(['on', 'off']),
    payee: object({ name: nameLine(80), bank: nameLine(120), accountNo: line(40) }),
  });

/** The slides of the home page, in their order. */
const slidesBody = () =>
  object({
    record: exactly('slides'),
    items: list(
      object({
        id: itemId(),
        title: nameLine(80),
        subtitle: line(200),
        image: picture(),
        imageAlt: line(200),
        link: line(300),
        theme: word(['indigo', 'amber', 'pine']),
      }),
      { max: 20 },
    ),
  });

/** The categories of products, in the order of the product map. */
const categoriesBody = () =>
  object({
    record: exactly('categories'),
    items: list(object({ id: itemId(), name: nameLine(60), summary: line(200) }), { max: 50 }),
  });

/** The partners, in their order. */
const partnersBody = () =>
  object({
    record: exactly('partners'),
    items: list(object({ id: itemId(), name: nameLine(60), logo: picture(), summary: line(400), link: line(300) }), {
      max: 200,
    }),
  });

/** The body of a record: one shape for each. */
export const contentBody = () =>
  either([
    siteBody(),
    slidesBody(),
    categoriesBody(),
    partnersBody(),
    productBody(),
    agreementBody(),
    pageBody(),
    docSectionBody(),
    docBody(),
  ]);

/** The body of any record. */
export type ContentBody = Static<ReturnType<typeof contentBody>>;
