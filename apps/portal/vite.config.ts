import react from '@vitejs/plugin-react';
import { defineConfig, type InlineConfig } from 'vite';
import { browserTargets } from '../../tools/build/browser-floor.ts';
import { hashedName, scopedNames } from '../../tools/build/names.mjs';
import { planChunks } from './tools/chunk-plan.ts';
import { leanPreload } from './tools/lean-preload.ts';

const ui = (...widgets: readonly string[]) => widgets.map((name) => `ui/src/(?:widgets|frames|blocks)/${name}/?`);
const oneOf = (...paths: readonly string[]) => new RegExp(`(?:${paths.join('|')})`);

/**
 * Few chunks, because brotli compresses small ones badly: the frame that every page needs; the queries; the forms; and the other code
 * that several pages share, grouped by the pages that share it.
 */
const groups = [
  {
    name: 'field',
    test: oneOf(
      ...ui(
        'amount/',
        'form-field',
        'form-stack',
        'text-input',
        'checkbox/',
        'card/',
        'stepper/',
        'segmented-options/',
      ),
      'web/src/forms/draft',
    ),
    priority: 30,
  },
  { name: 'copy', test: oneOf(...ui('copy-button', 'result-panel/outcome')), priority: 34 },
  {
    name: 'form',
    test: oneOf(
      'web/src/forms/(?:form|after-press|hints)',
      'web/src/calls/(?:attempt-key|every-field)',
      'chat-kit/src/react/use-forwarded',
      'domain/src/identity/mobile',
    ),
    priority: 25,
  },
  {
    name: 'account',
    test: oneOf(
      'features/account/(?:account-queries|lazy-parts|mobile-field|new-password-field|password-strength)',
      ...ui('password-input'),
    ),
    priority: 20,
  },
  {
    name: 'read',
    test: oneOf(
      ...ui('breadcrumb/', 'page-state', 'empty-state', 'more-link', 'icon/icon.tsx'),
      'web/src/state/content-status',
      'kernel/not-found',
      'ui/src/blocks/not-found',
      '@tanstack/(?!.*[iI]nfiniteQueryObserver|.*useInfinite)',
    ),
    priority: 30,
  },
  // The question before a step that is hard to undo.
  {
    name: 'ask',
    test: oneOf(
      'web/src/forms/question',
      'chat-kit/src/(?:headless/confirmation|style/confirm-popup)',
      'chat-kit/src/react/(?:confirm-popup|dialog-box|use-event|use-page-effect)',
    ),
    priority: 18,
  },
  // The picture that proves a person, which public forms ask for.
  { name: 'image', test: oneOf(...ui('image-code-field/image'), 'features/account/image-code'), priority: 24 },
  // The boxes of agreements.
  {
    name: 'agree',
    test: oneOf(...ui('agreement-boxes/agreement-boxes'), 'features/agreement/(?:agreement-boxes|privacy-note)'),
    priority: 26,
  },
  // What a price is shown with; the other rules of money belong to the area.
  {
    name: 'price',
    test: oneOf(
      'domain/src/(?:money.ts|money/(?:fen|prorate|rate|yuan-text)|sku-price/sku-terms|text-order)',
      'ui/src/blocks/(?:sku-words|price-lines)',
      'purchase/quote-lines',
    ),
    priority: 22,
    includeDependenciesRecursively: false,
  },
  // What lists need in the merchant area and in the documents.
  {
    name: 'list',
    test: oneOf(...ui('drawer/', 'dialog/use-modal', 'date-time/'), 'features/agreement/agreement-queries'),
    priority: 21,
  },
  { name: 'pager', test: oneOf(...ui('pagination/', 'select/'), 'client/src/files/download'), priority: 21 },
  // An amount in capitals: on paper, and in the drawer of a bill.
  { name: 'capitals', test: oneOf('domain/src/money/yuan-in-capitals'), priority: 21 },
  // All parts of public forms, although the merchant area needs only some of them.
  {
    name: 'code',
    test: oneOf(
      'chat-kit/src/headless/(?:disabled-answer|place-near|rate-window)',
      'chat-kit/src/react/(?:hint-bubble|use-disabled-state|use-remaining-sec|rate-limited-button)',
      'features/account/(?:use-sms-code|sms-code-field|code-wait)',
      ...ui('code-input'),
    ),
    priority: 16,
  },
];

/** What no page does without stands with the entry, although the entry itself does not need it. */
const everyPage = oneOf(
  ...ui('icon/(?!icon)', 'icon-button', 'tag', 'callout'),
  'ui/src/parsed-url',
  'web/src/queries/(?:mutation|watch)',
  'kernel/(?:page-title|contact-link)',
  'client/src/error-data',
);

/** What both bundlings of the browser's files have in common. */
const forBrowsers = {
  plugins: [react()],
  css: { modules: { generateScopedName: scopedNames() } },
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
} satisfies InlineConfig;

const browserBuild = async () => {
  const { isInitial, chunkOf } = await planChunks({ ...forBrowsers, root: import.meta.dirname });
  const frame = { name: 'frame', test: (id: string) => isInitial(id) || everyPage.test(id), priority: 40 };
  const planned = { name: chunkOf, priority: 10, includeDependenciesRecursively: false };
  return {
    outDir: 'dist/client',
    emptyOutDir: true,
    manifest: true,
    target: browserTargets,
    cssTarget: browserTargets,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: { groups: [frame, ...groups, planned] },
        entryFileNames: hashedName('.js'),
        chunkFileNames: hashedName('.js'),
        assetFileNames: hashedName('[extname]'),
      },
    },
  };
};

const serverBuild = {
  outDir: 'dist/server',
  emptyOutDir: true,
  copyPublicDir: false,
  target: 'node22',
  minify: false,
  rolldownOptions: { output: { entryFileNames: 'entry-server.js', codeSplitting: false } },
} as const;

/** The browser's files go to `dist/client` with a manifest; `vite build --ssr` makes `dist/server/entry-server.js`, all in one file. */
export default defineConfig(async ({ isSsrBuild, command }) => {
  if (isSsrBuild === true) return { ...forBrowsers, ssr: { noExternal: true as const }, build: serverBuild };
  if (command === 'serve') return forBrowsers;
  return { ...forBrowsers, plugins: [...forBrowsers.plugins, leanPreload()], build: await browserBuild() };
});
