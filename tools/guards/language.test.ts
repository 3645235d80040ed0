import { describe, expect, it } from 'vitest';
import { catalogue } from '../../packages/contract/src/catalogue.ts';
import { nouns } from '../../packages/contract/src/index.ts';
import { files, read } from './repository.ts';

const screens = files.filter((file) =>
  /^(?:apps\/(?:portal|console)|packages\/(?:ui|web|client))\/src\/.*(?<!\.test|\.fixture)\.tsx?$/.test(file),
);
const documents = files.filter((file) => /^apps\/[^/]+\/index\.html$/.test(file) || file.endsWith('/plain-page.ts'));
const han = /\p{Script=Han}/u;

describe('R1.5 Chinese throughout', () => {
  it('R1.5 every document is in the Chinese of the mainland', () => {
    expect(documents.length).toBeGreaterThanOrEqual(2);
    for (const file of documents) expect(read(file), file).toContain('<html lang="zh-CN">');
  });

  it.each(Object.entries(catalogue))('R1.5 the error %s is Chinese', (_code, { message }) => {
    expect(message).toMatch(han);
  });

  it('R1.5 every operation is described in Chinese', () => {
    for (const operations of Object.values(nouns))
      for (const [id, { summary }] of Object.entries(operations)) expect(summary, id).toMatch(han);
  });

  it('R1.5 no date, time or number on a screen is worded by the browser in its own language', () => {
    // The browser's own fields for dates speak its language; a format without a locale too.
    const worded =
      /type="(?:date|time|month|week|datetime-local)"|toLocale(?:Date|Time)?String\(\)|new Intl\.\w+Format\(\)/;
    expect(screens.length).toBeGreaterThan(100);
    expect(screens.filter((file) => worded.test(read(file)))).toEqual([]);
  });
});
