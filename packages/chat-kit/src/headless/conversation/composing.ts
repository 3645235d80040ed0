import type { OutgoingContent } from './conversation-message.ts';

/** A key as a text field reports it. */
interface PressedKey {
  key: string;
  shiftKey: boolean;
  altKey: boolean;
  isComposing: boolean;
  keyCode: number;
}

/**
 * Whether a key sends: Enter without Shift, and not the one that takes a word from an input method, which some browsers
 * report by the key code 229 alone.
 */
export const isSendKey = ({ key, shiftKey, altKey, isComposing, keyCode }: PressedKey): boolean =>
  key === 'Enter' && !shiftKey && !altKey && !isComposing && keyCode !== 229;

/** The length of a text as a reader counts it. */
export const textLength = (text: string): number => [...text].length;

/** Whether a file may be attached, by the list of types and endings that a file field takes. */
export function acceptsFile({ name, type }: Pick<File, 'name' | 'type'>, accept: string): boolean {
  return accept.split(',').some((part) => {
    const one = part.trim().toLowerCase();
    if (one === '' || one === '*' || one === '*/*') return true;
    if (one.startsWith('.')) return name.toLowerCase().endsWith(one);
    return one.endsWith('/*') ? type.startsWith(one.slice(0, -1)) : type === one;
  });
}

/** What is typed and attached as messages, files first; nothing where there is nothing to say. */
export function messagesOf(text: string, files: readonly File[]): OutgoingContent[] {
  const attached = files.map((file): OutgoingContent => {
    const type = file.type.startsWith('image/') ? 'image' : 'file';
    return { type, content: '', file, fileName: file.name };
  });
  return text.trim() === '' ? attached : [...attached, { type: 'text', content: text.trim() }];
}
