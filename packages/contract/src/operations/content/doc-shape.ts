import { greatestPlace, longestDocText } from '@ronghui/domain/doc';
import { exactly, object, text, whole } from '../../shapes.ts';
import { line, nameLine, recordKey } from './body-fields.ts';

/** The key of a section; an empty text is none. */
const section = () => text(64, { min: 0, pattern: '^(?:[a-z0-9]+(?:-[a-z0-9]+)*)?$' });
/** The place among its siblings, documents and sections alike. */
const order = () => whole(0, greatestPlace);

/** A section of the document centre; its key is the name of its folder. */
export const docSectionBody = () =>
  object({
    record: exactly('docSection'),
    key: recordKey(),
    /** Empty at the top. */
    parent: section(),
    order: order(),
    title: nameLine(120),
    summary: line(400),
  });

/** A document; its key is its slug, and its pictures are addresses in its Markdown. */
export const docBody = () =>
  object({
    record: exactly('doc'),
    key: recordKey(),
    section: section(),
    order: order(),
    title: nameLine(120),
    summary: line(400),
    updatedOn: line(10),
    markdown: line(longestDocText),
  });
