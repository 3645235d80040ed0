/**
 * Which way imports run (docs/architecture.md), one row a room, each an allow-list: a folder or a package that is born tomorrow is
 * guarded today. `.oxlintrc.json` is written from this table; `guards.test.ts` plants a violation for every row.
 */
export interface Row {
  /** Which files, as globs. A later row replaces an earlier one for the same file. */
  readonly files: readonly string[];
  /** What they may import: relative patterns, `#` rooms, packages. */
  readonly may: readonly string[];
  /** What they may import as types alone. */
  readonly typesOnly?: readonly string[];
  /** What the linter says of anything else. */
  readonly message: string;
  /** An import that must be refused, and a file of the row to plant it in. */
  readonly plant: { readonly file: string; readonly imports: readonly string[] };
}

const own = ['./**', '../**'];
const domain = ['@ronghui/domain/**'];
const browserPackages = [
  '@ronghui/client',
  '@ronghui/ui',
  '@ronghui/ui/**',
  '@ronghui/chat-kit',
  '@ronghui/contract/wire',
  ...domain,
];
const testing = ['vitest', 'vitest/**', 'fast-check', '@testing-library/**', 'happy-dom', 'axe-core', 'node:**'];

const kernel = [
  './**',
  '../**',
  '#kernel/**',
  '#tables',
  '@ronghui/contract',
  ...domain,
  'node:**',
  'pg',
  'pg-boss',
  'fastify',
  '@fastify/**',
  'pino',
  'prom-client',
  'typebox',
  'typebox/**',
  '@node-rs/argon2',
  '@opentelemetry/api',
];
const feature = ['./**', '#kernel/**', '#tables', '#features/*/*.sql', '@ronghui/contract', ...domain, 'node:**'];
const portalFeature = ['./**', '#kernel/**', 'react', ...browserPackages];

export const rows: readonly Row[] = [
  {
    files: ['packages/domain/**'],
    may: ['./**'],
    message: 'domain imports nothing',
    plant: {
      file: 'packages/domain/src/planted.ts',
      imports: ['node:fs', '@ronghui/contract', 'kysely', '../../x.ts'],
    },
  },
  {
    files: ['packages/domain/**/*.test.ts'],
    may: ['./**', 'vitest', 'fast-check'],
    message: 'a rule is tested with the rule alone',
    plant: { file: 'packages/domain/src/planted.test.ts', imports: ['pg', '@ronghui/contract'] },
  },
  {
    files: ['packages/contract/**'],
    may: [...own, 'typebox', ...domain],
    message: 'the contract knows domain and the schema library',
    plant: { file: 'packages/contract/src/planted.ts', imports: ['node:fs', '@ronghui/client', 'fastify', 'react'] },
  },
  {
    files: ['packages/contract/**/*.test.ts'],
    may: [...own, 'typebox', 'typebox/**', ...domain, ...testing],
    message: 'the contract knows domain and the schema library',
    plant: { file: 'packages/contract/src/planted.test.ts', imports: ['@ronghui/client', 'react'] },
  },
  {
    files: ['packages/contract/src/wire.ts', 'packages/contract/src/catalogue.ts'],
    may: ['./catalogue.ts', './gateway-map.gen.ts'],
    message: 'wire ships to browsers: constants and the catalogue alone',
    plant: { file: 'packages/contract/src/wire.ts', imports: ['typebox', './operation.ts', '@ronghui/domain/mobile'] },
  },
  {
    files: ['packages/client/**'],
    may: [...own, '@ronghui/contract/wire', ...domain],
    typesOnly: ['@ronghui/contract'],
    message: 'client has no React and no schema library',
    plant: {
      file: 'packages/client/src/planted.ts',
      imports: ['react', 'typebox', '@ronghui/contract', '@ronghui/ui'],
    },
  },
  {
    files: ['packages/client/**/*.test.ts', 'packages/client/**/*.fixture.ts'],
    may: [...own, '@ronghui/contract/wire', ...domain, ...testing],
    typesOnly: ['@ronghui/contract'],
    message: 'client has no React and no schema library',
    plant: { file: 'packages/client/src/planted.test.ts', imports: ['react', '@ronghui/ui'] },
  },
  {
    files: ['packages/ui/**'],
    may: [...own, 'react', 'react-dom', 'dompurify', '@base-ui/react/**', 'lucide-react/**'],
    message: 'ui takes values and labels as props',
    plant: {
      file: 'packages/ui/src/planted.tsx',
      imports: [
        '@ronghui/contract',
        '@ronghui/client',
        '@ronghui/domain/mobile',
        '@ronghui/chat-kit',
        '@tanstack/react-query',
      ],
    },
  },
  {
    files: ['packages/ui/**/*.test.{ts,tsx}', 'packages/ui/**/*.fixture.{ts,tsx}'],
    may: [...own, 'react', 'react-dom/**', 'dompurify', ...testing],
    message: 'ui takes values and labels as props',
    plant: { file: 'packages/ui/src/planted.test.tsx', imports: ['@ronghui/contract', '@ronghui/client'] },
  },
  {
    files: ['packages/chat-kit/src/headless/**'],
    may: [...own, 'dompurify'],
    message: 'the headless part stands without React and without the product',
    plant: {
      file: 'packages/chat-kit/src/headless/planted.ts',
      imports: ['react', '@ronghui/domain/mobile', '@ronghui/ui'],
    },
  },
  {
    files: ['packages/chat-kit/src/*.{ts,tsx}', 'packages/chat-kit/src/react/**', 'packages/chat-kit/gallery/**'],
    may: [...own, 'react', 'react-dom/**'],
    message: 'the chat kit knows nothing of the product',
    plant: { file: 'packages/chat-kit/src/react/planted.tsx', imports: ['@ronghui/ui', '@ronghui/client', 'pg'] },
  },
  {
    files: ['packages/chat-kit/**/*.test.{ts,tsx}'],
    may: [...own, 'react', 'react-dom/**', 'dompurify', 'vite', 'playwright-core', '@playwright/test', ...testing],
    message: 'the chat kit knows nothing of the product',
    plant: { file: 'packages/chat-kit/src/planted.test.ts', imports: ['@ronghui/ui', '@ronghui/client'] },
  },
  {
    files: ['apps/portal/src/**'],
    may: [...own, '#kernel/**', 'react', 'react-dom/**', '@tanstack/react-query', 'regexparam', ...browserPackages],
    typesOnly: ['@ronghui/contract'],
    message: 'not for the browser',
    plant: {
      file: 'apps/portal/src/shell/planted.tsx',
      imports: ['@ronghui/contract', '@ronghui/server', '@base-ui/react/dialog', 'dompurify', 'node:fs', 'kysely'],
    },
  },
  {
    files: ['apps/portal/src/kernel/**'],
    may: [
      './**',
      '#kernel/**',
      'react',
      '@tanstack/react-query',
      'regexparam',
      '@ronghui/client',
      '@ronghui/contract/wire',
      ...domain,
    ],
    typesOnly: ['@ronghui/contract'],
    message: 'the kernel knows neither shell nor features',
    plant: {
      file: 'apps/portal/src/kernel/planted.ts',
      imports: ['../shell/x.tsx', '../features/bill/x.tsx', '@ronghui/ui'],
    },
  },
  {
    files: ['apps/portal/src/features/**'],
    may: portalFeature,
    typesOnly: ['@ronghui/contract'],
    message: 'a feature meets its siblings nowhere, and data in its own *-queries.ts',
    plant: {
      file: 'apps/portal/src/features/bill/planted.tsx',
      imports: [
        '../order/x.ts',
        '../../routes.ts',
        '@tanstack/react-query',
        '@ronghui/contract',
        '@base-ui/react/dialog',
      ],
    },
  },
  {
    files: ['apps/portal/src/features/**/*-queries.ts'],
    may: [...portalFeature, '@tanstack/react-query'],
    typesOnly: ['@ronghui/contract'],
    message: 'a feature meets its siblings nowhere',
    plant: {
      file: 'apps/portal/src/features/bill/planted-queries.ts',
      imports: ['../order/x.ts', '@ronghui/contract'],
    },
  },
  {
    files: ['apps/portal/src/**/*.test.{ts,tsx}', 'apps/portal/src/**/*.fixture.{ts,tsx}'],
    may: [...own, '#kernel/**', 'react', 'react-dom/**', '@tanstack/react-query', ...browserPackages, ...testing],
    typesOnly: ['@ronghui/contract'],
    message: 'not for a test of screens',
    plant: { file: 'apps/portal/src/shell/planted.test.tsx', imports: ['@ronghui/server', '@ronghui/contract', 'pg'] },
  },
  {
    files: ['apps/server/src/*.ts'],
    may: [
      './**',
      '#kernel/**',
      '#adapters/**',
      '#features/**',
      '#tables',
      '@ronghui/contract',
      ...domain,
      'node:**',
      'fastify',
      'pg',
    ],
    message: 'the server is composed of its own rooms',
    plant: { file: 'apps/server/src/planted.ts', imports: ['@ronghui/client', '@ronghui/ui', 'react', 'kysely'] },
  },
  {
    files: ['apps/server/src/kernel/**'],
    may: kernel,
    message: 'the kernel knows no noun, and statements stand in *.sql.ts',
    plant: {
      file: 'apps/server/src/kernel/planted.ts',
      imports: ['#features/order/order.sql', '#adapters/memory', 'kysely', '@ronghui/client', 'react'],
    },
  },
  {
    files: ['apps/server/src/kernel/db.ts', 'apps/server/src/kernel/**/*.sql.ts'],
    may: [...kernel, 'kysely'],
    message: 'the kernel knows no noun',
    plant: { file: 'apps/server/src/kernel/planted.sql.ts', imports: ['#features/order/order.sql', 'react'] },
  },
  {
    files: ['apps/server/src/adapters/**'],
    may: ['./**', '#kernel/**', 'node:**'],
    message: 'an adapter knows the ports and its own outside thing',
    plant: {
      file: 'apps/server/src/adapters/planted.ts',
      imports: ['#features/order/order.sql', 'kysely', '@ronghui/client'],
    },
  },
  {
    files: ['apps/server/src/features/**'],
    may: feature,
    message: 'siblings meet in *.sql.ts, and statements stand there alone',
    plant: {
      file: 'apps/server/src/features/bill/planted.ts',
      imports: [
        '../order/order.sql.ts',
        '#features/order/order.handlers',
        '#adapters/memory',
        'kysely',
        'pg',
        'fastify',
      ],
    },
  },
  {
    files: ['apps/server/src/features/**/*.sql.ts'],
    may: [...feature, 'kysely'],
    message: 'siblings meet in *.sql.ts',
    plant: {
      file: 'apps/server/src/features/bill/planted.sql.ts',
      imports: ['#features/order/order.handlers', 'pg', 'fastify'],
    },
  },
  {
    files: ['apps/server/src/features/site/{content,markdown}*.ts'],
    may: [...feature, 'typebox', 'typebox/**', 'yaml', 'markdown-it'],
    message: 'content files are read with YAML, Markdown and schemas alone',
    plant: { file: 'apps/server/src/features/site/content-planted.ts', imports: ['kysely', 'pg', 'sharp'] },
  },
  {
    files: ['apps/server/src/features/account/image-*.ts', 'apps/server/src/features/file/*.ts'],
    may: [...feature, 'sharp'],
    message: 'pictures are drawn with sharp alone',
    plant: { file: 'apps/server/src/features/account/image-planted.ts', imports: ['kysely', 'pg', 'yaml'] },
  },
  {
    files: ['apps/server/src/features/index.ts'],
    may: ['./**', '#kernel/**', '@ronghui/contract'],
    message: 'the index puts handlers and jobs together, nothing else',
    plant: { file: 'apps/server/src/features/index.ts', imports: ['kysely', '#adapters/memory'] },
  },
  {
    files: ['apps/server/src/**/*.test.ts', 'apps/server/src/kernel/testing/**'],
    may: [...kernel, '#features/**', '#adapters/**', 'kysely', 'yaml', 'sharp', ...testing],
    message: 'not for a test of the server',
    plant: { file: 'apps/server/src/planted.test.ts', imports: ['@ronghui/client', '@ronghui/ui', 'react'] },
  },
  {
    files: ['e2e/**'],
    may: [...own, 'node:**', '@playwright/test', 'playwright-core', '@axe-core/playwright', 'axe-core'],
    message: 'end-to-end tests see what a stranger sees: no product code',
    plant: {
      file: 'e2e/wire/planted.spec.ts',
      imports: ['@ronghui/contract', '@ronghui/client', 'kysely'],
    },
  },
];
