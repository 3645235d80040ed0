import { domain, own, type Row, testing } from './row.ts';

/** The packages' rows. */
export const packageRows: readonly Row[] = [
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
    files: ['packages/domain/**/*.test.ts', 'packages/domain/**/*.fixture.ts'],
    may: ['./**', 'vitest', 'fast-check'],
    message: 'the tests of domain import domain only',
    plant: { file: 'packages/domain/src/planted.test.ts', imports: ['pg', '@ronghui/contract'] },
  },
  // A part of domain, in a folder of its own, imports the faces that stand beside the folder, and nothing inside other folders.
  {
    files: ['packages/domain/src/*/**'],
    may: ['./**', '../*.ts'],
    message: 'a part of domain imports its own files and the faces of other parts',
    plant: {
      file: 'packages/domain/src/planted/planted.ts',
      imports: ['node:fs', '@ronghui/contract', 'vitest', '../money/rate.ts', '../../x.ts'],
    },
  },
  {
    files: ['packages/domain/src/*/**/*.test.ts', 'packages/domain/src/*/**/*.fixture.ts'],
    may: ['./**', '../*.ts', 'vitest', 'fast-check'],
    message: 'the tests of a part of domain import domain only',
    plant: {
      file: 'packages/domain/src/planted/planted.test.ts',
      imports: ['pg', '@ronghui/contract', '../money/amounts.fixture.ts'],
    },
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
    files: ['packages/contract/src/{wire,catalogue}.ts', 'packages/contract/src/wire/**'],
    may: ['./catalogue.ts', './gateway-map.gen.ts', './wire/seed-texts.ts'],
    message: 'wire is sent to browsers, so it contains only constants and the catalogue',
    plant: {
      file: 'packages/contract/src/wire.ts',
      imports: ['typebox', './operation.ts', '@ronghui/domain/identity/mobile'],
    },
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
    files: ['packages/web/**'],
    may: [...own, 'react', 'regexparam', '@tanstack/react-query', '@ronghui/client', ...domain],
    typesOnly: ['@ronghui/contract'],
    message: 'web has no screens and no noun',
    plant: {
      file: 'packages/web/src/state/planted.ts',
      imports: ['@ronghui/ui', '@ronghui/contract', '@ronghui/chat-kit', 'react-dom/client', 'node:fs', 'kysely'],
    },
  },
  {
    files: ['packages/web/**/*.test.{ts,tsx}', 'packages/web/**/*.fixture.ts'],
    may: [...own, 'react', '@tanstack/react-query', '@ronghui/client', '@ronghui/contract/wire', ...domain, ...testing],
    typesOnly: ['@ronghui/contract'],
    message: 'web has no screens and no noun',
    plant: { file: 'packages/web/src/planted.test.tsx', imports: ['@ronghui/ui', '@ronghui/contract'] },
  },
  {
    files: ['packages/ui/**'],
    may: [
      ...own,
      'react',
      'react-dom',
      'dompurify',
      'react-day-picker',
      'react-day-picker/locale/*',
      'd3-array',
      'd3-scale',
      'd3-shape',
      'lean-qr',
      '@codemirror/*',
      '@lezer/highlight',
      '@base-ui/react/**',
      'lucide-react/**',
    ],
    message: 'ui takes values and labels as props',
    plant: {
      file: 'packages/ui/src/planted.tsx',
      imports: [
        '@ronghui/contract',
        '@ronghui/client',
        '@ronghui/domain/identity/mobile',
        '@ronghui/chat-kit',
        '@ronghui/web/state/store',
        '@tanstack/react-query',
      ],
    },
  },
  {
    files: ['packages/ui/**/*.test.{ts,tsx}', 'packages/ui/**/*.fixture.{ts,tsx}'],
    may: [...own, 'react', 'react-dom', 'react-dom/**', 'dompurify', 'vite', 'playwright-core', ...testing],
    message: 'ui takes values and labels as props',
    plant: { file: 'packages/ui/src/planted.test.tsx', imports: ['@ronghui/contract', '@ronghui/client'] },
  },
  {
    files: ['packages/chat-kit/src/headless/**'],
    may: [...own, 'dompurify'],
    message: 'the headless part needs neither React nor the product',
    plant: {
      file: 'packages/chat-kit/src/headless/planted.ts',
      imports: ['react', '@ronghui/domain/identity/mobile', '@ronghui/ui'],
    },
  },
  {
    files: ['packages/chat-kit/src/*.{ts,tsx}', 'packages/chat-kit/src/react/**', 'packages/chat-kit/gallery/**'],
    may: [...own, 'react', 'react-dom', 'react-dom/**'],
    message: 'the chat kit knows nothing of the product',
    plant: { file: 'packages/chat-kit/src/react/planted.tsx', imports: ['@ronghui/ui', '@ronghui/client', 'pg'] },
  },
  {
    files: ['packages/chat-kit/**/*.test.{ts,tsx}'],
    may: [
      ...own,
      'react',
      'react-dom',
      'react-dom/**',
      'dompurify',
      'vite',
      'publint',
      'playwright-core',
      '@playwright/test',
      ...testing,
    ],
    message: 'the chat kit knows nothing of the product',
    plant: { file: 'packages/chat-kit/src/planted.test.ts', imports: ['@ronghui/ui', '@ronghui/client'] },
  },
];
