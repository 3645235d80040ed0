// @vitest-environment node
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { expect, test, vi } from 'vitest';

const source = fileURLToPath(new URL('../', import.meta.url));

interface Bundle {
  /** The initial chunk of the page. */
  entry: string;
  css: string;
  /** The chunks loaded on demand. */
  later: string;
}

/** Bundles a production page that uses the package, without React and without lazily loaded chunks. */
async function bundle(code: string): Promise<Bundle> {
  vi.stubEnv('NODE_ENV', 'production');
  const output = await build({
    configFile: false,
    logLevel: 'error',
    root: source,
    mode: 'production',
    plugins: [
      {
        name: 'entry',
        enforce: 'pre',
        resolveId: (id) => (id === 'virtual:entry' ? id : null),
        load(id) {
          if (id === 'virtual:entry')
            return code.replaceAll("'chat-kit'", `'${source}index.ts'`).replaceAll("'chat-kit/", `'${source}style/`);
          // the bundler's chunk loader belongs to the page, not to the package
          return id.includes('preload-helper') ? 'export const __vitePreload = (load) => load();' : null;
        },
      },
    ],
    build: {
      write: false,
      modulePreload: false,
      cssCodeSplit: false,
      rolldownOptions: {
        input: 'virtual:entry',
        external: [/^react/u],
        preserveEntrySignatures: 'strict',
        // and so do the chunk names
        output: { chunkFileNames: '[name].js' },
      },
    },
  });
  vi.unstubAllEnvs();
  const parts = (Array.isArray(output) ? output : [output]).flatMap((one) => ('output' in one ? one.output : []));
  const chunks = parts.filter((part) => part.type === 'chunk');
  const now = new Set(chunks.filter((chunk) => chunk.isEntry).flatMap((chunk) => [chunk.fileName, ...chunk.imports]));
  const text = (texts: string[]): string => texts.join('\n');
  return {
    entry: text(chunks.filter((chunk) => now.has(chunk.fileName)).map((chunk) => chunk.code)),
    css: text(
      parts.flatMap((part) => (part.type === 'asset' && part.fileName.endsWith('.css') ? [String(part.source)] : [])),
    ),
    later: text(chunks.filter((chunk) => !now.has(chunk.fileName)).map((chunk) => chunk.code)),
  };
}

const gzipBytes = (text: string): number => gzipSync(text, { level: 9 }).length;
const four =
  "export { MessageList, PopupWindow, RateLimitedButton, ConfirmPopup } from 'chat-kit'; import 'chat-kit/style.css'";

test('R12.10 list, pop-up, button and confirm together are at most 13 kB of script and 4.2 kB of style, gzip; the sanitiser comes later', async () => {
  const { entry, css, later } = await bundle(four);
  for (const part of ['ck-section', 'ck-popup', 'ck-button', 'ck-confirm']) expect(entry).toContain(part);
  expect(gzipBytes(entry)).toBeLessThanOrEqual(13_312);
  expect(gzipBytes(css)).toBeLessThanOrEqual(4200);
  expect(entry).not.toMatch(/setHTML|blockquote|DOMPurify/u);
  expect(later).toMatch(/setHTML/u);
  expect(later).toMatch(/DOMPurify/u);
}, 60_000);

test.each([
  ['RateLimitedButton', 2100, /ck-(?:list|row|popup|confirm)/u, "; import 'chat-kit/rate-limited-button.css'"],
  ['ConfirmPopup', 1600, /ck-(?:list|row|popup|hint)/u, "; import 'chat-kit/confirm-popup.css'"],
  ['PopupWindow', 3072, /ck-(?:list|row|confirm|hint|button)/u, "; import 'chat-kit/popup-window.css'"],
  ['createRequester', 2400, /ck-/u, ''],
  ['createTracker', 1600, /ck-/u, ''],
  ['createConversation', 5600, /ck-/u, ''],
  ['reduceConversation', 2600, /ck-/u, ''],
  ['Composer', 2000, /ck-(?:list|row|popup|confirm|hint)/u, "; import 'chat-kit/conversation.css'"],
  ['useConversation', 2400, /ck-(?:list|row|popup|confirm|hint)/u, "; import 'chat-kit/conversation.css'"],
])(
  'R12.10 %s alone brings nothing of the rest, no styles either',
  async (name, bytes, foreign, style) => {
    const { entry, css, later } = await bundle(`export { ${name} } from 'chat-kit'${style}`);
    expect(entry).not.toMatch(foreign);
    expect(css).not.toMatch(foreign);
    expect(later).toBe('');
    expect(gzipBytes(entry)).toBeLessThanOrEqual(bytes);
  },
  60_000,
);

test('R12.10 the list alone brings neither window, button nor confirmation; sanitiser and viewer come later', async () => {
  const { entry, css, later } = await bundle(
    "export { MessageList } from 'chat-kit'; import 'chat-kit/message-list.css'",
  );
  expect(entry).not.toMatch(/ck-(?:popup|confirm|hint|button)/u);
  expect(css).not.toMatch(/ck-(?:popup|confirm|hint|button)/u);
  expect(gzipBytes(entry)).toBeLessThanOrEqual(8800);
  expect(later).toContain('ck-viewer');
}, 60_000);

test('R12.10 a conversation with its composer is at most 8.6 kB of script and 1.7 kB of style on top of the list', async () => {
  const list = 'MessageList';
  const all = `${list}, createConversation, createBrowserStorage, useConversation, Composer, SendStatus`;
  const [alone, together] = [
    await bundle(`export { ${list} } from 'chat-kit'`),
    await bundle(`export { ${all} } from 'chat-kit'; import 'chat-kit/conversation.css'`),
  ];
  expect(gzipBytes(together.entry) - gzipBytes(alone.entry)).toBeLessThanOrEqual(8600);
  expect(gzipBytes(together.css)).toBeLessThanOrEqual(1700);
}, 60_000);

test('R12.10 importing the package and using nothing of it leaves nothing: there are no side effects', async () => {
  const { entry } = await bundle("import 'chat-kit'; export const used = 1;");
  expect(gzipBytes(entry)).toBeLessThan(120);
}, 60_000);

test('R12.10 no script brings styles by itself', async () => {
  const { css } = await bundle("export * from 'chat-kit'");
  expect(css).toBe('');
}, 60_000);

test('R12.10 the headless part is free of React', async () => {
  const { entry } = await bundle(`export * from '${source}headless.ts'`);
  expect(entry).not.toMatch(/from\s*"react/u);
}, 60_000);
