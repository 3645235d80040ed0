import { dirname, join } from 'node:path';
import { files, read } from '../guards/repository.ts';

/** The rooms whose sources run in a browser; of domain, what they import and what that imports. */
const rooms = /^(?:apps\/(?:portal|console)|packages\/(?:web|ui|client|chat-kit))\/src\//;
const isTest = (file: string): boolean => /\.(?:test|fixture|test-d)\.|\/testing\/|\/src\/browser\//.test(file);

const statements = /(?:import|export)\s[^'";]*?from\s*'([^']+)'|import\('([^']+)'\)|import\s*'([^']+)'/g;
const isOfTypes = (statement: string): boolean => /^(?:import|export)\s+type\s/.test(statement);

const importsOf = (file: string): string[] =>
  [...read(file).matchAll(statements)].flatMap(([statement, from, loaded, bare]) => {
    const path = from ?? loaded ?? bare ?? '';
    if (isOfTypes(statement)) return [];
    if (path.startsWith('@ronghui/domain/')) return [`packages/domain/src/${path.slice('@ronghui/domain/'.length)}.ts`];
    if (path.startsWith('@ronghui/contract/wire')) return ['packages/contract/src/wire.ts'];
    return path.startsWith('.') ? [join(dirname(file), path)] : [];
  });

/** Every script and style sheet of ours that a browser gets. */
export const browserSources = (): string[] => {
  const sources = files.filter((file) => rooms.test(file) && !isTest(file) && /\.(?:tsx?|css)$/.test(file));
  const found = new Set(sources);
  const waiting = [...sources];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (file.endsWith('.css')) continue;
    for (const next of importsOf(file)) {
      if (!/^packages\/(?:domain|contract)\/src\//.test(next) || found.has(next)) continue;
      found.add(next);
      waiting.push(next);
    }
  }
  return [...found].sort();
};
