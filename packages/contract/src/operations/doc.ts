import Type from 'typebox';
import { docItem } from '../content-shapes.ts';
import { invalid, tooOften } from '../declared-errors.ts';
import { type OperationSpec, operation } from '../operation.ts';
import { flag, id, isoTime, list, nullable, object, optional, pageFields, pageOf, text, whole } from '../shapes.ts';

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
} satisfies Record<string, OperationSpec>;
