import { domain, insidesOfFeatures, node, own, type Row, testing } from './row.ts';

/** The imports of a browser application; only `*-queries.ts` may import the data library. */
const browserPackages = [
  '@ronghui/client',
  '@ronghui/web/**',
  '@ronghui/ui',
  '@ronghui/ui/**',
  '@ronghui/chat-kit',
  '@ronghui/chat-kit/*.css',
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
  'fastify',
  '@fastify/**',
  'pino',
  'fflate',
  'prom-client',
  'typebox',
  'typebox/**',
  '@node-rs/argon2',
  'age-encryption',
  '@opentelemetry/api',
];
const browserFeature = [
  './**',
  '#kernel/**',
  '#features/*/*.shared.ts',
  '#features/*/*.shared.tsx',
  'react',
  ...browserPackages,
];
const notForScreens = ['@ronghui/web/queries/**'];

const browserApps = ['portal', 'console'] as const;
type BrowserApp = (typeof browserApps)[number];

/** The rows of a browser application: what stands around its features. */
const frameRows = (app: BrowserApp): readonly Row[] => [
  {
    files: [`apps/${app}/src/**`],
    may: [...own, '#kernel/**', '#features/**', 'react', 'react-dom', 'react-dom/**', ...browserPackages],
    typesOnly: ['@ronghui/contract'],
    message: 'not for the browser',
    plant: {
      file: `apps/${app}/src/planted.tsx`,
      imports: [
        '@ronghui/contract',
        '@ronghui/server',
        '@base-ui/react/dialog',
        'react-day-picker',
        'd3-scale',
        '@tanstack/react-query',
        'node:fs',
      ],
    },
  },
  {
    files: [`apps/${app}/src/shell/**`],
    may: [...own, '#kernel/**', '#features/**', 'react', ...browserPackages],
    not: ['**/routes.ts'],
    typesOnly: ['@ronghui/contract'],
    message: 'the shell is given its routes, and asks for data by *-queries.ts',
    plant: {
      file: `apps/${app}/src/shell/frames/planted.tsx`,
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
    files: [`apps/${app}/src/kernel/**`],
    may: ['./**', '#kernel/**', 'react', '@ronghui/client', '@ronghui/contract/wire', '@ronghui/web/**', ...domain],
    not: notForScreens,
    typesOnly: ['@ronghui/contract'],
    message: 'the kernel knows neither shell nor features',
    plant: {
      file: `apps/${app}/src/kernel/planted.ts`,
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
];

/** Its features, and its tests. */
const featureRows = (app: BrowserApp): readonly Row[] => [
  {
    files: [`apps/${app}/src/features/**`],
    may: browserFeature,
    not: notForScreens,
    typesOnly: ['@ronghui/contract'],
    message: 'a feature imports a sibling only by its *.shared.ts, and fetches data only in its own *-queries.ts',
    plant: {
      file: `apps/${app}/src/features/bill/planted.tsx`,
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
    files: [`apps/${app}/src/features/*/*/**`],
    may: [...browserFeature, '../**'],
    not: ['../../**', ...notForScreens],
    typesOnly: ['@ronghui/contract'],
    message: 'a part of a feature imports only its own noun',
    plant: {
      file: `apps/${app}/src/features/bill/list/planted.tsx`,
      imports: ['../../order/order.shared.ts', '#features/order/order-rows.tsx', '@ronghui/web/queries/mutation'],
    },
  },
  {
    files: [`apps/${app}/src/features/**/*-queries.ts`],
    may: [...browserFeature, '@tanstack/react-query'],
    typesOnly: ['@ronghui/contract'],
    message: 'a feature meets a sibling in its *.shared.ts',
    plant: {
      file: `apps/${app}/src/features/bill/planted-queries.ts`,
      imports: ['../order/x.ts', '#features/order/order-queries.ts', '@ronghui/contract'],
    },
  },
  {
    files: [`apps/${app}/src/**/*.test.{ts,tsx}`, `apps/${app}/src/**/*.fixture.{ts,tsx}`],
    may: [
      ...own,
      '#kernel/**',
      '#features/**',
      'react',
      'react-dom',
      'react-dom/**',
      ...browserPackages,
      '@tanstack/react-query',
      ...testing,
    ],
    typesOnly: ['@ronghui/contract'],
    message: 'not for a test of screens',
    plant: { file: `apps/${app}/src/shell/planted.test.tsx`, imports: ['@ronghui/server', '@ronghui/contract', 'pg'] },
  },
];

/** The programs' rows, and the end-to-end tests'. */
export const appRows: readonly Row[] = [
  ...browserApps.flatMap((app) => [...frameRows(app), ...featureRows(app)]),
  {
    files: ['apps/console/src/kernel/drag/**'],
    may: ['./**', 'react', '@atlaskit/**'],
    message: 'dragging is the one part that knows its library',
    plant: {
      file: 'apps/console/src/kernel/drag/planted.ts',
      imports: ['../paths.ts', '@ronghui/ui', '@ronghui/contract', '@dnd-kit/core', '#features/order/order.shared.ts'],
    },
  },
  {
    files: ['apps/server/src/*.ts', 'apps/server/src/{site,commands,demonstration}/**'],
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
    message: 'the server imports its own rooms, and nouns only by their faces',
    plant: {
      file: 'apps/server/src/planted.ts',
      imports: ['@ronghui/client', '@ronghui/ui', 'react', 'kysely', '#features/order/order.sql'],
    },
  },
  {
    files: ['apps/server/src/kernel/**'],
    may: kernel,
    message: 'the kernel knows no noun, and statements are in *.sql.ts',
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
    message: 'an adapter knows the ports and its own external service',
    plant: {
      file: 'apps/server/src/adapters/planted.ts',
      imports: ['#features/order/order.sql', 'kysely', '@ronghui/client'],
    },
  },
  {
    files: ['apps/server/src/adapters/s3-bucket.ts'],
    may: ['#kernel/**', ...node, '@aws-sdk/client-s3'],
    typesOnly: ['@ronghui/contract'],
    message: 'an adapter knows the ports and its own external service',
    plant: {
      file: 'apps/server/src/adapters/s3-bucket.ts',
      imports: ['#features/order/order.sql', 'kysely', './fs-storage.ts'],
    },
  },
  {
    files: ['apps/server/src/adapters/smtp-mail.ts'],
    may: ['#kernel/**', ...node, 'nodemailer'],
    typesOnly: ['@ronghui/contract'],
    message: 'an adapter knows the ports and its own external service',
    plant: {
      file: 'apps/server/src/adapters/smtp-mail.ts',
      imports: ['#features/order/order.sql', 'kysely', './fs-storage.ts'],
    },
  },
  {
    files: ['apps/server/src/adapters/fast-state/redis-client.ts'],
    may: ['./redis-scripts.ts', '#kernel/**', ...node, '@redis/client'],
    typesOnly: ['@ronghui/contract'],
    message: 'an adapter knows the ports and its own external service',
    plant: {
      file: 'apps/server/src/adapters/fast-state/redis-client.ts',
      imports: ['#features/order/order.sql', 'kysely', './travellers.ts'],
    },
  },
  {
    files: ['apps/server/src/features/index.ts'],
    may: ['./**', '#kernel/**', '@ronghui/contract'],
    message: 'the index only collects handlers and jobs',
    plant: { file: 'apps/server/src/features/index.ts', imports: ['kysely', '#adapters/memory'] },
  },
  {
    files: ['apps/server/src/**/*.test.ts', 'apps/server/src/**/*.fixture.ts', 'apps/server/src/kernel/testing/**'],
    may: [...kernel, '#features/**', '#adapters/**', 'kysely', 'yaml', 'sharp', ...testing],
    not: insidesOfFeatures,
    message: 'not for a test of the server: it imports another noun only by its faces, fixtures, jobs and commands',
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
    may: [...own, ...node, '@playwright/test', 'playwright-core', 'axe-core'],
    message: 'end-to-end tests see the product from outside: no product code',
    plant: {
      file: 'e2e/wire/planted.spec.ts',
      imports: ['@ronghui/contract', '@ronghui/client', 'kysely'],
    },
  },
];
