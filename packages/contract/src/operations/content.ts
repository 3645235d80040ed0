import { contentRecords, keyedRecords } from '@ronghui/domain/content';
import { longestDocText } from '@ronghui/domain/doc';
import { invalid, racedOn, storageDown, tooOften } from '../declared-errors.ts';
import { type OperationSpec, operation } from '../operation.ts';
import {
  cursorFields,
  cursorPageOf,
  flag,
  id,
  idempotencyKey,
  isoTime,
  list,
  nullable,
  object,
  optional,
  pageFields,
  pageOf,
  text,
  uploadFields,
  version,
  whole,
  word,
} from '../shapes.ts';
import { recordKey } from './content/body-fields.ts';
import { contentBody } from './content/record-shape.ts';

export type { ContentBody } from './content/record-shape.ts';

/** Which record: its kind, and its key where its kind has keys. */
const named = () => ({ record: word(contentRecords), key: optional(recordKey()) });
const author = () => text(80, { min: 0 });
const number = () => whole(1, 2_147_483_647);
const wanted = () => ({ ...named(), version: version(), idempotencyKey: idempotencyKey() });
const stored = () => object({ version: version() });

/** Where a version comes from: `before` is what was published before versions were kept. */
const origin = () => word(['before', 'console', 'schedule', 'rollBack', 'import']);

/** A version in a list. */
const versionFields = () => ({
  number: number(),
  origin: origin(),
  /** Of a roll back: the version that was published anew. */
  from: nullable(number()),
  by: author(),
  at: isoTime(),
  /** The record was taken from the portal; the body is what was removed. */
  removes: flag(),
});

/** What is wrong with a draft: its place, and a sentence that names it. */
const faults = () => list(object({ path: text(200, { min: 0 }), message: text(500) }), { max: 200 });

const written = { who: 'ops', keys: ['ops.content.write'], writes: true, idempotent: true } as const;
/** Not in the version that was read: a colleague, an import or a moment has changed it since. */
const changed = racedOn('RHSY409', { fields: ['record', 'key'] });
/** The account that merchants pay to is moved by who may touch bills, with a fresh proof. */
const payeeErrors = { payee: 'RHST004', moreProof: 'RHAC003' } as const;

/** What the provider's staff edit, as drafts that are published, with every version kept (R11.3). */
export const contentOperations = {
  'ops.content.page': operation({
    path: '/ftc/ops/content/page',
    summary: '一类内容的清单：已发布、草稿、定时，谁在何时',
    who: 'ops',
    keys: ['ops.content.read'],
    request: object({
      record: word(keyedRecords),
      /** Without one all but the removed. */
      state: optional(word(['published', 'draft', 'scheduled', 'failed', 'removed'])),
      /** Those that belong to it: a category, a section; an empty text is the top of the document centre. */
      group: optional(text(64, { min: 0 })),
      /** In title or key, and in the text of a document. */
      keyword: optional(text(60)),
      ...cursorFields,
    }),
    reply: cursorPageOf(
      object({
        key: recordKey(),
        version: version(),
        /** Orders it among its siblings, together with its key. */
        sort: text(200, { min: 0 }),
        title: text(200, { min: 0 }),
        /** What it belongs to: the category of a product. Empty where its kind has nothing of the sort. */
        group: text(64, { min: 0 }),
        isPublished: flag(),
        publishedBy: author(),
        /** Null where it was published before this was recorded. */
        publishedAt: nullable(isoTime()),
        draft: nullable(object({ by: author(), at: isoTime(), removes: flag() })),
        publishAt: nullable(isoTime()),
        failure: text(500, { min: 0 }),
        /** Of an agreement: the version in force, and the one that comes next. */
        standing: optional(
          object({
            inForce: nullable(object({ version: text(32), since: isoTime() })),
            next: nullable(object({ version: text(32), from: isoTime() })),
          }),
        ),
      }),
    ),
  }),
  'ops.content.create': operation({
    path: '/ftc/ops/content/create',
    summary: '新建一项内容，先是草稿',
    ...written,
    request: object({ body: contentBody(), idempotencyKey: idempotencyKey() }),
    reply: object({ version: version(), faults: faults() }),
    errors: { invalid },
  }),
  'ops.content.remove': operation({
    path: '/ftc/ops/content/remove',
    summary: '移除一项内容，先是草稿，发布后从门户消失',
    ...written,
    request: object(wanted()),
    reply: object({ version: version(), faults: faults() }),
    errors: { changed, invalid },
  }),
  'ops.content.detail': operation({
    path: '/ftc/ops/content/detail',
    summary: '一项内容：已发布的、草稿与定时发布',
    who: 'ops',
    keys: ['ops.content.read'],
    request: object(named()),
    reply: object({
      ...named(),
      version: version(),
      /** Null before the first publication, and once it is removed. */
      published: nullable(contentBody()),
      /** One that `removes` takes the record from the portal when it is published. */
      draft: nullable(object({ body: contentBody(), removes: flag(), by: author(), at: isoTime(), faults: faults() })),
      publishAt: nullable(isoTime()),
      /** Why the draft was not published at its moment; empty when it was. */
      failure: text(500, { min: 0 }),
    }),
    errors: { notFound: 'RHSY404' },
  }),
  'ops.content.watch': operation({
    path: '/ftc/ops/content/watch',
    summary: '谁也打开着这项内容，以及它是否已变化',
    who: 'ops',
    keys: ['ops.content.read'],
    passive: true,
    request: object(named()),
    reply: object({ version: version(), others: list(author()) }),
    errors: { notFound: 'RHSY404' },
  }),
  'ops.content.save': operation({
    path: '/ftc/ops/content/save',
    summary: '保存草稿，已定的发布时间随之取消',
    ...written,
    request: object({ body: contentBody(), version: version(), idempotencyKey: idempotencyKey() }),
    reply: object({ version: version(), faults: faults() }),
    errors: { changed: racedOn('RHSY409', { fields: ['body.record', 'body.key'] }), invalid },
  }),
  'ops.content.discard': operation({
    path: '/ftc/ops/content/discard',
    summary: '放弃草稿',
    ...written,
    request: object(wanted()),
    reply: stored(),
    errors: { changed },
  }),
  'ops.content.publish': operation({
    path: '/ftc/ops/content/publish',
    summary: '发布草稿，立即或在指定时间',
    ...written,
    /** Without `at` at once. What moves the account that merchants pay to needs a fresh proof, also for a moment. */
    request: object({ ...wanted(), at: optional(isoTime()), stepTicket: optional(id()) }),
    reply: object({ version: version(), publishAt: nullable(isoTime()) }),
    errors: { changed, invalid, ...payeeErrors },
  }),
  'ops.content.unschedule': operation({
    path: '/ftc/ops/content/unschedule',
    summary: '取消定时发布，草稿保留',
    ...written,
    request: object(wanted()),
    reply: stored(),
    errors: { changed },
  }),
  'ops.content.versions': operation({
    path: '/ftc/ops/content/versions',
    summary: '历次发布的版本，最新的在前',
    who: 'ops',
    keys: ['ops.content.read'],
    request: object({ ...named(), ...pageFields }),
    reply: pageOf(object(versionFields())),
  }),
  'ops.content.version': operation({
    path: '/ftc/ops/content/version',
    summary: '一个版本，与它之前的一个版本',
    who: 'ops',
    keys: ['ops.content.read'],
    request: object({ ...named(), number: number() }),
    reply: object({ ...versionFields(), after: contentBody(), before: nullable(contentBody()) }),
    errors: { notFound: 'RHSY404' },
  }),
  'ops.content.rollBack': operation({
    path: '/ftc/ops/content/rollBack',
    summary: '退回到一个版本：把它重新发布',
    ...written,
    request: object({ ...wanted(), number: number(), stepTicket: optional(id()) }),
    reply: stored(),
    errors: { changed, notFound: 'RHSY404', invalid, ...payeeErrors },
  }),
  'ops.content.move': operation({
    path: '/ftc/ops/content/move',
    summary: '移动文档或目录：换到另一个目录，或排在另一项之前',
    ...written,
    request: object({
      record: word(['docSection', 'doc']),
      key: recordKey(),
      version: version(),
      idempotencyKey: idempotencyKey(),
      /** The section that it belongs to from now on; empty at the top. */
      into: text(64, { min: 0 }),
      /** The sibling that comes behind it; without one it is the last. */
      before: optional(object({ record: word(['docSection', 'doc']), key: recordKey() })),
    }),
    reply: stored(),
    errors: { changed, invalid },
  }),
  'ops.content.preview': operation({
    path: '/ftc/ops/content/preview',
    summary: '文档或协议的正文在门户上的样子',
    who: 'ops',
    keys: ['ops.content.read'],
    passive: true,
    /** `key` is the document's, for links to its own headings. */
    request: object({ key: optional(recordKey()), text: text(longestDocText, { min: 0 }) }),
    reply: object({
      html: text(400_000, { min: 0 }),
      outline: list(object({ id: text(120), level: whole(2, 4), text: text(200, { min: 0 }) })),
      faults: faults(),
    }),
  }),
  'ops.content.upload': operation({
    path: '/ftc/ops/content/upload',
    summary: '上传内容用的图片或音频',
    who: 'ops',
    keys: ['ops.content.write'],
    writes: true,
    upload: true,
    request: object(uploadFields),
    reply: object({ url: text(60) }),
    errors: { invalid, tooLarge: 'RHSY413', storage: storageDown, tooOften },
  }),
} satisfies Record<string, OperationSpec>;
