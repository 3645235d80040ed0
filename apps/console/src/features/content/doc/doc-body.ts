import { todayInShanghai } from '@ronghui/ui';
import type { BodyOf } from '../content-queries.ts';

/** A new document: the last of its section until it is moved. */
export const blankDoc = (key: string, title: string, section: string): BodyOf<'doc'> => ({
  record: 'doc',
  key,
  section,
  order: 99,
  title,
  summary: '',
  updatedOn: todayInShanghai(),
  markdown: '',
});

/** A new section at the top. */
export const blankSection = (key: string, title: string): BodyOf<'docSection'> => ({
  record: 'docSection',
  key,
  parent: '',
  order: 99,
  title,
  summary: '',
});
