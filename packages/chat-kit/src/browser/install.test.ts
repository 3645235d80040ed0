// @vitest-environment node
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { publint } from 'publint';
import { build } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildRelease } from '../../release/build-release.ts';

const repository = fileURLToPath(new URL('../../../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'chat-kit-install-'));
const reacts = { 'react-18': join(repository, 'tools/react-18/package.json'), 'react-19': import.meta.filename };
type React = keyof typeof reacts;
const names: readonly React[] = ['react-18', 'react-19'];

/** The folder of an installed package, as a file finds it. */
const folderOf = (name: string, from: string): string => dirname(createRequire(from).resolve(`${name}/package.json`));

/** Another team's project beside the repository: the tarball unpacked, a React of its own, and its tools. */
function makeProject(name: React, tarball: string): void {
  const modules = join(folder, name, 'node_modules');
  mkdirSync(join(modules, '@ronghui'), { recursive: true });
  execFileSync('tar', ['xzf', tarball, '-C', join(modules, '@ronghui')]);
  cpSync(join(modules, '@ronghui/package'), join(modules, '@ronghui/chat-kit'), { recursive: true });
  const react = folderOf('react-dom', reacts[name]);
  const copied = { react: reacts[name], 'react-dom': reacts[name], scheduler: join(react, 'index.js') };
  for (const [one, from] of Object.entries(copied)) {
    cpSync(folderOf(one, from), join(modules, one), { recursive: true });
  }
  for (const one of [
    'dompurify',
    'loose-envify',
    'js-tokens',
    '@types/react',
    '@types/react-dom',
    'vitest',
    'happy-dom',
  ]) {
    const target = join(modules, one);
    mkdirSync(dirname(target), { recursive: true });
    symlinkSync(join(repository, 'node_modules', one), target);
  }
  writeFileSync(join(folder, name, 'package.json'), '{ "type": "module" }\n');
  writeFileSync(join(folder, name, 'conversation.jsx'), conversation);
  writeFileSync(join(folder, name, 'use.tsx'), use);
  writeFileSync(join(folder, name, 'kit.test.jsx'), theirTest);
  writeFileSync(
    join(folder, name, 'index.html'),
    '<div id="root"></div><script type="module" src="/page.jsx"></script>',
  );
  writeFileSync(join(folder, name, 'page.jsx'), page);
}

const conversation = `import { createElement as h } from 'react';
import { Composer, ConfirmPopup, MessageList, PopupWindow, RateLimitedButton } from '@ronghui/chat-kit';

const messages = [
  { dialogId: '1', messageSender: 'agent', messageType: 'link', messageContent: '文档', multimediaUrl: '/docs/1' },
  { dialogId: '2', messageSender: 'agent', messageType: 'image', messageContent: '回单', multimediaUrl: 'files/a.png' },
  { dialogId: '3', messageSender: 'agent', messageType: 'text', messageContent: '<b>您好</b>' },
  { dialogId: '4', messageSender: 'user', messageType: 'text', messageContent: '见 https://a.example/x', createTime: 0 },
];

export const Conversation = () =>
  h('main', null,
    h(MessageList, { messages, convertTime: true, id: 'chat', 'data-kind': 'chat', onReachTop() {} }),
    h(Composer, { value: '', onChange() {}, onSend() {}, quickQuestions: ['到期日'] }),
    h(RateLimitedButton, { seconds: 5 }, '发送'),
    h(ConfirmPopup, { open: false, title: '结束会话', onClose() {}, onConfirm() {} }),
    h(PopupWindow, { open: false, title: '在线客服', onClose() {} }, '正文'));
`;

const page = `import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { Conversation } from './conversation.jsx';
import '@ronghui/chat-kit/style.css';

createRoot(document.querySelector('#root')).render(createElement(Conversation));
`;

const use = `import { useRef } from 'react';
import { Composer, createConversation, englishTexts, MessageList, type MessageListHandle, PopupWindow, RateLimitedButton, useConversation } from '@ronghui/chat-kit';
import { type ConversationTransport, createRequester } from '@ronghui/chat-kit/headless';
import '@ronghui/chat-kit/style.css';
import '@ronghui/chat-kit/confirm-popup.css';
import '@ronghui/chat-kit/conversation.css';

interface Row { id: string; kind: 'text' | 'order'; body: string }
declare const transport: ConversationTransport;
const talk = createConversation({ transport, owner: 'me' });
export const Talk = () => {
  const chat = useConversation(talk, { texts: englishTexts.conversation });
  return <><MessageList {...chat.list} /><Composer {...chat.composer} /></>;
};
export const request: (path: string) => Promise<unknown> = createRequester({ base: 'https://chat.example' });

export function Chat({ rows }: { rows: Row[] }) {
  const list = useRef<MessageListHandle>(null);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <PopupWindow open title="Chat" onClose={() => list.current?.toEnd()} texts={englishTexts.popupWindow} data-kind="chat">
      <MessageList
        ref={list}
        messages={rows}
        fields={{ dialogId: 'id', messageType: (row) => row.kind, messageContent: 'body' }}
        rowKey={(row) => row.id}
        renderMessage={(_, row) => (row.kind === 'order' ? <b>{row.body}</b> : undefined)}
        texts={englishTexts.messageList}
        style={{ height: 300 }}
      />
      <RateLimitedButton ref={button} seconds={5} {...englishTexts.rateLimitedButton}>Send</RateLimitedButton>
    </PopupWindow>
  );
}
// @ts-expect-error a sender's colour is no property
export const wrong = <MessageList messages={[]} colour="red" />;
`;

const theirTest = `import { createElement, useEffect, version } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { Conversation } from './conversation.jsx';

const Marked = () => {
  useEffect(() => { document.body.dataset.hydrated = 'yes'; }, []);
  return createElement(Conversation);
};

test('what the server renders is taken over as it is', async () => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {});
  const recovered = vi.fn();
  document.body.innerHTML = '<div id="root">' + renderToString(createElement(Marked)) + '</div>';
  // React 18 takes this page for a server without layout effects
  errors.mockClear();
  const bubble = document.querySelector('.ck-bubble');
  hydrateRoot(document.querySelector('#root'), createElement(Marked), { onRecoverableError: recovered });
  await vi.waitFor(() => expect(document.body.dataset.hydrated).toBe('yes'), 15_000);
  expect(document.querySelector('.ck-bubble')).toBe(bubble);
  expect([errors.mock.calls, recovered.mock.calls]).toEqual([[], []]);
  console.log('hydrated by ' + version);
});
`;

beforeAll(() => {
  buildRelease(join(folder, 'built'));
  execFileSync('npm', ['pack', '--ignore-scripts', '--offline', '--pack-destination', folder], {
    cwd: join(folder, 'built'),
    stdio: 'ignore',
  });
  const tarball = readdirSync(folder).find((file) => file.endsWith('.tgz')) ?? '';
  for (const name of names) makeProject(name, join(folder, tarball));
}, 180_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (name: React, args: readonly string[]): string =>
  execFileSync(process.execPath, args, {
    cwd: join(folder, name),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
/** The output of a command that failed. */
const outputOf = (error: unknown): string =>
  typeof error === 'object' && error !== null ? `${Reflect.get(error, 'stdout')}${Reflect.get(error, 'stderr')}` : '';

test('R12.10 the manifest names what is there, as publint reads it', async () => {
  const { messages } = await publint({ pkgDir: join(folder, 'react-19/node_modules/@ronghui/chat-kit'), strict: true });
  expect(messages).toEqual([]);
}, 60_000);

const tsc = join(repository, 'node_modules/typescript/bin/tsc');
test.each([
  ['bundler', 'preserve', 'bundler'],
  ['node16', 'node16', 'node16'],
  ['nodenext', 'nodenext', 'nodenext'],
])(
  'R12.10 its types are clean without skipLibCheck: %s',
  (_name, module, moduleResolution) => {
    const settings = ['--module', module, '--moduleResolution', moduleResolution, '--lib', 'es2022,dom,dom.iterable'];
    const strict = ['--strict', '--skipLibCheck', 'false', '--noUncheckedSideEffectImports', 'true', '--types', ''];
    const command = [
      tsc,
      '--ignoreConfig',
      '--noEmit',
      '--jsx',
      'react-jsx',
      '--target',
      'es2022',
      ...settings,
      ...strict,
    ];
    let output = '';
    try {
      output = run('react-19', [...command, 'use.tsx']);
    } catch (error) {
      output = outputOf(error);
    }
    expect(output).toBe('');
  },
  60_000,
);

test.each(names)(
  'R12.10 plain Node renders every component on a server with %s, without a warning',
  (name) => {
    const script = `import { createElement } from 'react';
    import { renderToString } from 'react-dom/server';
    import { Conversation } from './conversation.jsx';
    console.warn = console.error = (...words) => console.log('WARNING', ...words);
    console.log(renderToString(createElement(Conversation)));`;
    cpSync(join(folder, name, 'conversation.jsx'), join(folder, name, 'conversation.mjs'));
    const html = run(name, ['--input-type=module', '-e', script.replace('conversation.jsx', 'conversation.mjs')]);
    expect(html).not.toContain('WARNING');
    expect(html).toContain('href="/docs/1"');
    expect(html).toContain('src="files/a.png"');
    expect(html).toContain('data-kind="chat"');
    expect(html).toContain('您好');
    expect(html).not.toContain('page.invalid');
  },
  60_000,
);

test.each([
  ['react-18', 'hydrated by 18.'],
  ['react-19', 'hydrated by 19.'],
] as const)(
  'R12.10 a Vitest file of another project runs with %s, and hydration changes nothing',
  (name, wanted) => {
    let output = '';
    try {
      output = run(name, [
        join(repository, 'node_modules/vitest/vitest.mjs'),
        'run',
        '--environment=happy-dom',
        '--reporter=verbose',
      ]);
    } catch (error) {
      output = outputOf(error);
    }
    expect(output).toContain(wanted);
    expect(output).not.toMatch(/FAIL|Error/u);
  },
  120_000,
);

test.each(names)(
  'R12.10 a Vite build of another project takes scripts and styles with %s, without a warning',
  async (name) => {
    const warnings: string[] = [];
    const warn = (text: string): void => void warnings.push(text);
    const output = await build({
      root: join(folder, name),
      configFile: false,
      customLogger: {
        info: () => {},
        warn,
        warnOnce: warn,
        error: warn,
        clearScreen: () => {},
        hasErrorLogged: () => false,
        hasWarned: false,
      },
      build: { write: false },
    });
    const parts = (Array.isArray(output) ? output : [output]).flatMap((one) => ('output' in one ? one.output : []));
    const styles = parts.flatMap((part) =>
      part.type === 'asset' && part.fileName.endsWith('.css') ? [part.source] : [],
    );
    expect(styles.map(String).join('')).toContain('.ck-popup');
    expect(parts.some((part) => part.type === 'chunk' && part.code.includes('ck-scroller'))).toBe(true);
    // Vite tells of this directive, which servers need, unless React's plugin is there
    expect(warnings.filter((text) => !text.includes('directive "use client"'))).toEqual([]);
  },
  120_000,
);
