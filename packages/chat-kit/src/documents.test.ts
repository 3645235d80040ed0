// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { messageListTexts } from './headless/texts.ts';
import * as kit from './index.ts';

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');
const props = read('../props.md');
/** The inline-code words of a section in props.md. */
const wordsUnder = (title: string): Set<string> => {
  const section = props.split(/^## /mu).find((part) => part.startsWith(title)) ?? '';
  return new Set([...section.matchAll(/`([^`]+)`/gu)].flatMap(([, code = '']) => code.match(/[\w-]+/gu) ?? []));
};
const missing = (names: Iterable<string>, words: Set<string>): string[] =>
  [...names].filter((name) => !words.has(name));
/** The members of an interface, read from its source. */
const membersOf = (path: string, name: string): string[] => {
  const body =
    read(path)
      .split(new RegExp(`^export interface ${name}\\b[^{]*\\{$`, 'mu'))[1]
      ?.split(/^\}$/mu)[0] ?? '';
  return [...body.matchAll(/^ {2}(\w+)\??:/gmu)].map(([, member = '']) => member);
};

test.each([
  ['MessageList', './react/message-list.tsx', 'MessageListProps'],
  ['Composer', './react/conversation/composer.tsx', 'ComposerProps'],
  ['SendStatus', './react/conversation/send-status.tsx', 'SendStatusProps'],
  ['SendStatus', './react/conversation/use-conversation.tsx', 'ConversationView'],
  ['SendStatus', './react/conversation/use-conversation.tsx', 'ConversationViewOptions'],
  ['PopupWindow', './react/popup-window.tsx', 'PopupWindowProps'],
  ['RateLimitedButton', './react/rate-limited-button.tsx', 'RateLimitedButtonProps'],
  ['ConfirmPopup', './react/confirm-popup.tsx', 'ConfirmPopupProps'],
  ['Headless', './headless/request.ts', 'RequesterOptions'],
  ['Headless', './headless/request.ts', 'RequestCall'],
  ['Headless', './headless/tracker.ts', 'TrackerOptions'],
  ['Headless', './headless/conversation/conversation.ts', 'ConversationOptions'],
  ['Headless', './headless/conversation/conversation.ts', 'Conversation'],
  ['Conversation', './headless/conversation/transport.ts', 'ConversationTransport'],
  ['Texts', './headless/texts.ts', 'ViewerTexts'],
])('R12.10 under %s props.md names every member of %s %s', (section, path, name) => {
  const members = membersOf(path, name);
  expect(members.length).toBeGreaterThan(0);
  expect(missing(members, wordsUnder(section))).toEqual([]);
});

test('R12.10 props.md names everything that the package exports', () => {
  const named = ['Headless', 'Texts'].flatMap((section) => [...wordsUnder(section)]);
  const widgets = ['MessageList', 'Composer', 'SendStatus', 'PopupWindow', 'RateLimitedButton', 'ConfirmPopup'];
  const components = [...widgets, 'useConversation'];
  expect(missing(Object.keys(kit), new Set([...components, ...named]))).toEqual([]);
});

test('R12.10 props.md names every text with its words', () => {
  const words = wordsUnder('Texts');
  const made: Record<string, string> = {
    says: '客服：您好',
    unseen: messageListTexts.unseen(3).replace('3', 'N'),
    count: kit.conversationTexts.count(12, 500),
    removeFile: kit.conversationTexts.removeFile('回单.png'),
    tooLong: kit.conversationTexts.tooLong(500).replace('\u00a0', ' '),
  };
  for (const [key, text] of Object.entries({
    ...messageListTexts,
    ...kit.popupWindowTexts,
    ...kit.conversationTexts,
  })) {
    expect(words).toContain(key);
    expect(props).toContain(typeof text === 'string' ? text : made[key]);
  }
});

test('R12.10 props.md names every variable of the styles', () => {
  const folder = new URL('./react/', import.meta.url);
  const styles = readdirSync(folder).filter((name) => name.endsWith('.css'));
  const used = styles.flatMap((name) => read(`./react/${name}`).match(/--ck-\w[\w-]*/gu) ?? []);
  expect(used.length).toBeGreaterThan(0);
  expect(missing(new Set(used), wordsUnder('Looks'))).toEqual([]);
});

test('R12.6 what a page is warned of has a type of the package', () => {
  const warning: kit.Warning = { type: 'warning', text: '5秒内请勿频繁点击' };
  const onWarn: kit.RateLimitedButtonProps['onWarn'] = (given: kit.Warning) => expect(given).toBe(warning);
  onWarn?.(warning);
});
