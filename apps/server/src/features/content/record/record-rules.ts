import type { ContentBody } from '@ronghui/contract';
import { contentPathName, nameOfBody } from '@ronghui/domain/content';
import { listStoredMedia } from '#features/site/site.reads';
import type { Db } from '#kernel/database/db';
import type { PathFault } from '../content-conform.ts';
import { kindOf } from '../kinds/record-kinds.ts';

/** A fault of a record: its dotted path, and a sentence that names the place in Chinese. */
export interface RecordFault {
  readonly path: string;
  readonly message: string;
}

const nameIn = (url: string): string => url.replace('/media/', '');

/** The pictures and sounds of a body that are not stored. */
const mediaFaults = async (db: Db, body: ContentBody): Promise<readonly PathFault[]> => {
  const media = kindOf(body.record)
    .mediaIn(body)
    .filter(({ url }) => url.startsWith('/media/'));
  if (media.length === 0) return [];
  const stored = await listStoredMedia(
    db,
    media.map(({ url }) => nameIn(url)),
  );
  return media
    .filter(({ url }) => !stored.has(nameIn(url)))
    .map(({ path }) => ({ path, message: '没有这张图片，请重新上传' }));
};

/** Faults as people read them: each names its place in Chinese. */
export const inWords = (faults: readonly PathFault[]): RecordFault[] =>
  faults.slice(0, 200).map(({ path, message }) => {
    const name = path.length === 0 || path.join('.') === 'items' ? '' : contentPathName(path);
    return { path: path.join('.'), message: (name === '' ? message : `${name}：${message}`).slice(0, 500) };
  });

/** What keeps a body from being kept as a draft. @source security 4.8, decision 0092 */
export const boundFaults = (body: ContentBody): RecordFault[] => inWords(kindOf(body.record).boundFaults?.(body) ?? []);

/** Everything that keeps a body from being published: the rules of the import, and what else is stored. @source R11.3 */
export const recordFaults = async (db: Db, body: ContentBody): Promise<RecordFault[]> => {
  const kind = kindOf(body.record);
  const outer = (await kind.outerFaults?.(db, body)) ?? [];
  return inWords([...kind.ownFaults(body), ...(await mediaFaults(db, body)), ...outer]);
};

/** Everything that keeps a record from being removed. */
export const removalFaults = async (db: Db, body: ContentBody): Promise<RecordFault[]> => {
  const { record, key } = nameOfBody(body);
  // The sentences name the place, which is in another record.
  const faults = (await kindOf(record).removalFaults?.(db, key)) ?? [];
  return faults.map(({ path, message }) => ({ path: path.join('.'), message }));
};

/** Everything that keeps a draft from being published, a body or a removal. */
export const draftFaults = (db: Db, draft: ContentBody, removes: boolean): Promise<RecordFault[]> =>
  removes ? removalFaults(db, draft) : recordFaults(db, draft);
