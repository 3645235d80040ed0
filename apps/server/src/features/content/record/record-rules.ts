import type { ContentBody } from '@ronghui/contract';
import { brandColourFault, type ContentPath, contentPathName } from '@ronghui/domain/content';
import { listUsedCategories } from '#features/catalog/catalog.reads';
import { listStoredMedia } from '#features/site/site.reads';
import type { Db } from '#kernel/database/db';
import { type PathFault, repeatsAmong, schemaFaults } from '../content-conform.ts';
import { recordSchemas } from '../content-schemas.ts';

/** A fault of a record: its dotted path, and a sentence that names the place in Chinese. */
export interface RecordFault {
  readonly path: string;
  readonly message: string;
}

/** The record as its file would have it: what is empty and may be left out is left out. */
const asFile = (body: ContentBody): unknown => {
  if (body.record !== 'site') return body.items;
  const { record: _, brand, payee, ...site } = body;
  const { favicon, ...mark } = brand;
  const hasPayee = Object.values(payee).some((text) => text !== '');
  return { ...site, brand: { ...mark, ...(favicon !== '' && { favicon }) }, ...(hasPayee && { payee }) };
};

/** The path of a fault in the body: the list of a file is the body's `items`. */
const inBody = (body: ContentBody, path: ContentPath): ContentPath =>
  body.record === 'site' ? path : ['items', ...path];

/** The faults that a body has by itself: the rules of the import. */
const ownFaults = (body: ContentBody): readonly PathFault[] => {
  const faults = schemaFaults(recordSchemas[body.record], asFile(body)) ?? [];
  const placed = faults.map(({ path, message }) => ({ path: inBody(body, path), message }));
  if (body.record === 'site') {
    const isNamed = placed.some(({ path }) => path.join('.') === 'brand.primary');
    const fault = isNamed ? undefined : brandColourFault(body.brand.primary);
    return fault === undefined ? placed : [...placed, { path: ['brand', 'primary'], message: fault }];
  }
  const repeats = repeatsAmong(body.items.map(({ id }) => id)).map(({ index, name }) => ({
    path: ['items', index, 'id'],
    message: `${name} 重复`,
  }));
  return [...placed, ...repeats];
};

/** The pictures of a body, with their places. */
const picturesIn = (body: ContentBody): readonly { readonly path: ContentPath; readonly url: string }[] => {
  switch (body.record) {
    case 'site':
      return (['logo', 'favicon'] as const).map((name) => ({ path: ['brand', name], url: body.brand[name] }));
    case 'slides':
      return body.items.map(({ image }, place) => ({ path: ['items', place, 'image'], url: image }));
    case 'partners':
      return body.items.map(({ logo }, place) => ({ path: ['items', place, 'logo'], url: logo }));
    case 'categories':
      return [];
  }
};

const nameIn = (url: string): string => url.replace('/media/', '');

/** The faults that a body has beside what else is stored: pictures that are not there, categories that products are in. */
const outerFaults = async (db: Db, body: ContentBody): Promise<readonly PathFault[]> => {
  const pictures = picturesIn(body).filter(({ url }) => url.startsWith('/media/'));
  const stored =
    pictures.length === 0
      ? new Set()
      : await listStoredMedia(
          db,
          pictures.map(({ url }) => nameIn(url)),
        );
  const missing = pictures
    .filter(({ url }) => !stored.has(nameIn(url)))
    .map(({ path }) => ({ path, message: '没有这张图片，请重新上传' }));
  if (body.record !== 'categories') return missing;
  const used = await listUsedCategories(db);
  const gone = used.filter(({ category_id }) => !body.items.some(({ id }) => id === category_id));
  return gone.map(({ category_id, products }) => ({
    path: ['items'],
    message: `类目 ${category_id} 中还有 ${products} 个产品，不能移除`,
  }));
};

/** Everything that keeps a body from being published: the rules of the import, and what else is stored. @source R11.3 */
export const recordFaults = async (db: Db, body: ContentBody): Promise<RecordFault[]> => {
  const faults = [...ownFaults(body), ...(await outerFaults(db, body))];
  return faults.slice(0, 200).map(({ path, message }) => {
    const name = path.join('.') === 'items' ? '' : contentPathName(path);
    return { path: path.join('.'), message: name === '' ? message : `${name}：${message}`.slice(0, 500) };
  });
};
