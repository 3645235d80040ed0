import Type from 'typebox';
import { docItem } from '../content-shapes.ts';
import { invalid, tooOften } from '../declared-errors.ts';
import { type OperationSpec, operation } from '../operation.ts';
import {
  count,
  flag,
  id,
  isoTime,
  list,
  nullable,
  object,
  optional,
  pageFields,
  pageOf,
  text,
  whole,
} from '../shapes.ts';
import { recordKey } from './content/body-fields.ts';

/** A node of the document tree; a section has children, a document has none. */
export interface DocNode {
  id: string;
  slug: string;
  title: string;
  children: DocNode[];
}

const leaf = () =>
  object({ id: id(), slug: id(), title: text(120), children: Type.Array(Type.Never(), { maxItems: 0 }) });
const branch = <C extends Type.TSchema>(children: C) =>
  object({ id: id(), slug: id(), title: text(120), children: list(children) });
const neighbour = () => nullable(object({ slug: id(), title: text(120) }));

/** The document centre (R2.6). */
export const docOperations = {
  'doc.queryList': operation({
    path: '/ftc/api/doc/queryList',
    summary: '文档列表与搜索',
    who: 'visitor',
    content: true,
    docCenter: true,
    request: object({ keyword: optional(text(100, { min: 0 })), parentId: optional(id()), ...pageFields }),
    reply: pageOf(docItem()),
  }),
  'doc.queryDocTree': operation({
    path: '/ftc/api/doc/queryDocTree',
    summary: '文档目录树',
    who: 'visitor',
    content: true,
    docCenter: true,
    request: object({}),
    reply: object({ nodes: list(branch(branch(branch(leaf())))) }),
  }),
  'doc.queryDetail': operation({
    path: '/ftc/api/doc/queryDetail',
    summary: '文档正文',
    who: 'visitor',
    content: true,
    docCenter: true,
    request: object({ id: optional(id()), slug: optional(id()) }),
    reply: object({
      id: id(),
      slug: id(),
      title: text(120),
      html: text(400_000),
      outline: list(object({ id: text(120), level: whole(2, 4), text: text(200) })),
      updatedAt: isoTime(),
      prev: neighbour(),
      next: neighbour(),
    }),
    errors: { notFound: 'RHSY404', invalid },
  }),
  'doc.rate': operation({
    path: '/ftc/api/doc/rate',
    summary: '评价文档是否有帮助',
    who: 'visitor',
    writes: true,
    docCenter: true,
    request: object({ id: id(), helpful: flag(), comment: optional(text(500)) }),
    reply: object({}),
    errors: { notFound: 'RHSY404', tooOften },
  }),
  'doc.searchMissed': operation({
    path: '/ftc/api/doc/searchMissed',
    summary: '记下没有结果的搜索词，不含个人信息',
    who: 'visitor',
    writes: true,
    whileReadOnly: true,
    docCenter: true,
    request: object({ keyword: text(100) }),
    reply: object({}),
  }),
  'ops.doc.ratings': operation({
    path: '/ftc/ops/doc/ratings',
    summary: '读者评价：每篇文档的有帮助与没有帮助',
    who: 'ops',
    keys: ['ops.content.read'],
    request: object({ ...pageFields }),
    reply: pageOf(
      object({
        slug: id(),
        title: text(120),
        helpful: count(),
        notHelpful: count(),
        comments: count(),
        lastAt: isoTime(),
        /** Times that it was opened, in the last 90 days. */
        views: count(),
      }),
    ),
  }),
  'ops.doc.comments': operation({
    path: '/ftc/ops/doc/comments',
    summary: '一篇文档的读者意见，最新的在前',
    who: 'ops',
    keys: ['ops.content.read'],
    request: object({ slug: recordKey(), ...pageFields }),
    reply: pageOf(object({ helpful: flag(), comment: text(500), at: isoTime() })),
  }),
  'ops.doc.misses': operation({
    path: '/ftc/ops/doc/misses',
    summary: '没有结果的搜索词与次数',
    who: 'ops',
    keys: ['ops.content.read'],
    request: object({ days: optional(whole(1, 90)), ...pageFields }),
    reply: pageOf(object({ word: text(40), searches: count(), lastOn: text(10) })),
  }),
} satisfies Record<string, OperationSpec>;
