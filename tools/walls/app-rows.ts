import { domain, insidesOfFeatures, node, own, type Row, testing } from './row.ts';

/** What a browser application may use; what fetches is for `*-queries.ts` alone. */
const browserPackages = [
  '@ronghui/client',
  '@ronghui/web/**',
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
  'fflate',
  'prom-client',
  'typebox',
  'typebox/**',
  '@node-rs/argon2',
  '@opentelemetry/api',
];
const portalFeature = [
  './**',
  '#kernel/**',
  '#features/*/*.shared.ts',
  '#features/*/*.shared.tsx',
  'react',
  ...browserPackages,
];
const notForScreens = ['@ronghui/web/queries/**'];

/** The programs' rows, and the end-to-end tests'. */
export const appRows: readonly Row[] = [
  {
    files: ['apps/portal/src/**'],
    may: [...own, '#kernel/**', '#features/**', 'react', 'react-dom/**', ...browserPackages],
    typesOnly: ['@ronghui/contract'],
    message: 'not for the browser',
    plant: {
      file: 'apps/portal/src/planted.tsx',
      imports: ['@ronghui/contract', '@ronghui/server', '@base-ui/react/dialog', '@tanstack/react-query', 'node:fs'],
    },
  },
  {
    files: ['apps/portal/src/shell/**'],
    may: [...own, '#kernel/**', '#features/**', 'react', ...browserPackages],
    not: ['**/routes.ts'],
    typesOnly: ['@ronghui/contract'],
    message: 'the shell is given its routes, and asks for data by *-queries.ts',
    plant: {
      file: 'apps/portal/src/shell/frames/planted.tsx',
      imports: [
        '../../routes.ts',
        '@tanstack/react-query',
        '@ronghui/contract',
        'react-dom/client',
        'dompurify',
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
      '@ronghui/client',
      '@ronghui/contract/wire',
      '@ronghui/web/**',
      ...domain,
    ],
    not: notForScreens,
    typesOnly: ['@ronghui/contract'],
    message: 'the kernel knows neither shell nor features',
    plant: {
      file: 'apps/portal/src/kernel/planted.ts',
      imports: [
        '../shell/x.tsx',
        '../routes.ts',
        '../features/bill/x.tsx',
        '#features/bill/bill.shared.ts',
        '@ronghui/ui',
        '@ronghui/web/queries/mutation',
      ],
    },
  },
  {
    files: ['apps/portal/src/features/**'],
    may: portalFeature,
    not: notForScreens,
    typesOnly: ['@ronghui/contract'],
    message: 'a feature meets a sibling in its *.shared.ts, and data in its own *-queries.ts',
    plant: {
      file: 'apps/portal/src/features/bill/planted.tsx',
      imports: [
        '../order/order.shared.ts',
        '../../routes.ts',
        '#features/order/order-queries.ts',
        '#features/order/order-rows.tsx',
        '#features/order/drawer/order.tsx',
        '@tanstack/react-query',
        '@ronghui/web/queries/query-client',
        '@ronghui/contract',
        '@base-ui/react/dialog',
      ],
    },
  },
  {
    files: ['apps/portal/src/features/*/*/**'],
    may: [...portalFeature, '../**'],
    not: ['../../**', ...notForScreens],
    typesOnly: ['@ronghui/contract'],
    message: 'a part of a feature stays in its noun',
    plant: {
      file: 'apps/portal/src/features/bill/list/planted.tsx',
      imports: ['../../order/order.shared.ts', '#features/order/order-rows.tsx', '@ronghui/web/queries/mutation'],
    },
  },
  {
    files: ['apps/portal/src/features/**/*-queries.ts'],
    may: [...portalFeature, '@tanstack/react-query'],
    typesOnly: ['@ronghui/contract'],
    message: 'a feature meets a sibling in its *.shared.ts',
    plant: {
      file: 'apps/portal/src/features/bill/planted-queries.ts',
      imports: ['../order/x.ts', '#features/order/order-queries.ts', '@ronghui/contract'],
    },
  },
  {
    files: ['apps/portal/src/features/safety/qr-picture.tsx'],
    may: [...portalFeature, 'lean-qr'],
    not: ['**/query.ts'],
    typesOnly: ['@ronghui/contract'],
    message: 'a picture of its own, and nothing else',
    plant: {
      file: 'apps/portal/src/features/safety/qr-picture.tsx',
      imports: ['../order/x.ts', '@ronghui/contract', 'regexparam'],
    },
  },
  {
    files: ['apps/portal/src/**/*.test.{ts,tsx}', 'apps/portal/src/**/*.fixture.{ts,tsx}'],
    may: [
      ...own,
      '#kernel/**',
      '#features/**',
      'react',
      'react-dom/**',
      ...browserPackages,
      '@tanstack/react-query',
      ...testing,
    ],
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
    not: insidesOfFeatures,
    message: 'the server is composed of its own rooms, and of nouns by their faces',
    plant: {
      file: 'apps/server/src/planted.ts',
      imports: ['@ronghui/client', '@ronghui/ui', 'react', 'kysely', '#features/order/order.sql'],
    },
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
    files: ['apps/server/src/features/index.ts'],
    may: ['./**', '#kernel/**', '@ronghui/contract'],
    message: 'the index puts handlers and jobs together, nothing else',
    plant: { file: 'apps/server/src/features/index.ts', imports: ['kysely', '#adapters/memory'] },
  },
  {
    files: ['apps/server/src/**/*.test.ts', 'apps/server/src/**/*.fixture.ts', 'apps/server/src/kernel/testing/**'],
    may: [...kernel, '#features/**', '#adapters/**', 'kysely', 'yaml', 'sharp', ...testing],
    not: insidesOfFeatures,
    message: 'not for a test of the server: another noun is met by its faces, fixtures, jobs and commands',
    plant: {
      file: 'apps/server/src/planted.test.ts',
      imports: [
        '@ronghui/client',
        '@ronghui/ui',
        'react',
        '#features/order/order.sql',
        '#features/order/order.handlers',
      ],
    },
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
