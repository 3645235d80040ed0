import { domain, node, own, type Row, testing } from './row.ts';

const browserPackages = [
  '@ronghui/client',
  '@ronghui/ui',
  '@ronghui/ui/**',
  '@ronghui/chat-kit',
  '@ronghui/contract/wire',
  ...domain,
];

const kernel = [
  './**',
  '../**',
  '#kernel/**',
  '#tables',
  '@ronghui/contract',
  '@ronghui/contract/wire',
  ...domain,
  ...node,
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
const feature = ['./**', '#kernel/**', '#tables', '#features/*/*.sql', '@ronghui/contract', ...domain, ...node];
const portalFeature = ['./**', '#kernel/**', 'react', ...browserPackages];

/** The programs' rows, and the end-to-end tests'. */
export const appRows: readonly Row[] = [
  {
    files: ['apps/portal/src/**'],
    may: [...own, '#kernel/**', 'react', 'react-dom/**', 'regexparam', ...browserPackages],
    typesOnly: ['@ronghui/contract'],
    message: 'not for the browser',
    plant: {
      file: 'apps/portal/src/shell/planted.tsx',
      imports: [
        '@ronghui/contract',
        '@ronghui/server',
        '@base-ui/react/dialog',
        'react-day-picker',
        'dompurify',
        'node:fs',
        'kysely',
      ],
    },
  },
  {
    files: ['apps/portal/src/kernel/**'],
    may: [
      './**',
      '#kernel/**',
      'react',
      'regexparam',
      '@ronghui/chat-kit',
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
    not: ['**/query.ts'],
    typesOnly: ['@ronghui/contract'],
    message: 'a feature meets its siblings nowhere, and data in its own *-queries.ts',
    plant: {
      file: 'apps/portal/src/features/bill/planted.tsx',
      imports: ['../order/x.ts', '../../routes.ts', '#kernel/query.ts', '@ronghui/contract', '@base-ui/react/dialog'],
    },
  },
  {
    files: ['apps/portal/src/features/**/*-queries.ts'],
    may: portalFeature,
    typesOnly: ['@ronghui/contract'],
    message: 'a feature meets its siblings nowhere',
    plant: {
      file: 'apps/portal/src/features/bill/planted-queries.ts',
      imports: ['../order/x.ts', '@ronghui/contract'],
    },
  },
  {
    files: ['apps/portal/src/**/*.test.{ts,tsx}', 'apps/portal/src/**/*.fixture.{ts,tsx}'],
    may: [...own, '#kernel/**', 'react', 'react-dom/**', ...browserPackages, ...testing],
    typesOnly: ['@ronghui/contract'],
    message: 'not for a test of screens',
    plant: { file: 'apps/portal/src/shell/planted.test.tsx', imports: ['@ronghui/server', '@ronghui/contract', 'pg'] },
  },
  {
    files: ['apps/server/src/*.ts', 'apps/server/src/{site,commands}/**'],
    may: [
      ...own,
      '#kernel/**',
      '#adapters/**',
      '#features/**',
      '#tables',
      '@ronghui/contract',
      ...domain,
      ...node,
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
    files: ['apps/server/src/kernel/database/db.ts', 'apps/server/src/kernel/**/*.sql.ts'],
    may: [...kernel, 'kysely'],
    message: 'the kernel knows no noun',
    plant: { file: 'apps/server/src/kernel/planted.sql.ts', imports: ['#features/order/order.sql', 'react'] },
  },
  {
    files: ['apps/server/src/adapters/**'],
    may: ['./**', '#kernel/**', ...node],
    typesOnly: ['@ronghui/contract'],
    message: 'an adapter knows the ports and its own outside thing',
    plant: {
      file: 'apps/server/src/adapters/planted.ts',
      imports: ['#features/order/order.sql', 'kysely', '@ronghui/client'],
    },
  },
  {
    files: ['apps/server/src/adapters/s3-storage.ts'],
    may: ['#kernel/**', ...node, '@aws-sdk/client-s3'],
    typesOnly: ['@ronghui/contract'],
    message: 'an adapter knows the ports and its own outside thing',
    plant: {
      file: 'apps/server/src/adapters/s3-storage.ts',
      imports: ['#features/order/order.sql', 'kysely', './fs-storage.ts'],
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
    may: [...feature, 'kysely', 'kysely/helpers/postgres'],
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
    files: ['apps/server/src/features/account/image-*.ts', 'apps/server/src/features/file/picture*.ts'],
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
    files: ['apps/server/src/**/*.test.ts', 'apps/server/src/**/*.fixture.ts', 'apps/server/src/kernel/testing/**'],
    may: [...kernel, '#features/**', '#adapters/**', 'kysely', 'yaml', 'sharp', ...testing],
    message: 'not for a test of the server',
    plant: { file: 'apps/server/src/planted.test.ts', imports: ['@ronghui/client', '@ronghui/ui', 'react'] },
  },
  {
    files: ['e2e/**'],
    may: [...own, ...node, '@playwright/test', 'playwright-core', '@axe-core/playwright', 'axe-core'],
    message: 'end-to-end tests see what a stranger sees: no product code',
    plant: {
      file: 'e2e/wire/planted.spec.ts',
      imports: ['@ronghui/contract', '@ronghui/client', 'kysely'],
    },
  },
];
