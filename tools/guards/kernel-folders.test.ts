import { describe, expect, it } from 'vitest';
import { foldersInCircles } from './kernel-folders.ts';
import { files, isTest, read } from './repository.ts';

const kernel = 'apps/server/src/kernel/';

describe('house 2 the folders of the kernel stand one above the other', () => {
  it('house 2 no folder imports a value of one that needs it', () => {
    const sources = files.filter(
      (file) =>
        file.startsWith(kernel) && file.endsWith('.ts') && !isTest(file) && !file.startsWith(`${kernel}testing/`),
    );
    expect(sources.length).toBeGreaterThan(100);
    expect(foldersInCircles(sources.map((file) => ({ path: file.slice(kernel.length), text: read(file) })))).toEqual(
      [],
    );
  });

  it('house 2 a circle is found over three folders, by static and dynamic imports, and types make none', () => {
    const circle = [
      { path: 'calls/a.ts', text: "import { b } from '#kernel/jobs/b';\n" },
      { path: 'jobs/b.ts', text: "import {\n  type C,\n  c,\n} from '#kernel/limit';\n" },
      { path: 'limit.ts', text: "export const later = () => import('#kernel/calls/a');\n" },
      { path: 'files/d.ts', text: "import type { A } from '#kernel/calls/a';\nimport { a } from '#kernel/calls/a';\n" },
    ];
    expect(foldersInCircles(circle)).toEqual(['calls', 'jobs', 'limit']);
    const types = [
      { path: 'calls/a.ts', text: "import { type B, type C as D } from '#kernel/jobs/b';\n" },
      { path: 'jobs/b.ts', text: "import { a } from '#kernel/calls/a';\nexport type * from '#kernel/calls/a';\n" },
    ];
    expect(foldersInCircles(types)).toEqual([]);
  });
});
