import { createContext, type ReactNode, useDeferredValue, useMemo } from 'react';
import type { Sanitise } from '../headless/html/html-text.ts';
import type { ChatMessage, MessageSender } from '../headless/message.ts';
import { isShallowSame } from '../headless/shallow-same.ts';
import { type MessageListTexts, messageListTexts } from '../headless/texts.ts';
import { useStable } from './use-stable.ts';

/** A picture beside a sender's messages: an address or an element. */
export type Avatars = Partial<Record<MessageSender, ReactNode>>;

/** The format of text messages. */
export type TextFormat = 'html' | 'text';

/** The caller's additions to a message: above it, in its bubble, below it, or instead of its content. @source R12.1 */
export interface MessageSlots<Raw> {
  above?: ((message: ChatMessage, raw: Raw) => ReactNode) | undefined;
  inside?: ((message: ChatMessage, raw: Raw) => ReactNode) | undefined;
  below?: ((message: ChatMessage, raw: Raw) => ReactNode) | undefined;
  /** Undefined or null leaves a message to the kit. */
  content?: ((message: ChatMessage, raw: Raw) => ReactNode) | undefined;
}

/** Settings that every row needs; the object stays the same while none of them changes. */
export interface ListSettings {
  texts: MessageListTexts;
  avatars: Avatars | false;
  ownSenders: ReadonlySet<MessageSender>;
  convertTime: boolean;
  textFormat: TextFormat;
  timeZone: string | undefined;
  mediaHosts: readonly string[] | '*';
  slots: MessageSlots<unknown>;
  viewImage: (image: { src: string; alt: string }) => void;
}

/** The list's settings for its rows; null outside a list. */
export const ListSettingsContext = createContext<ListSettings | undefined>(undefined);

/** The list's sanitiser: undefined while it is loading; `demand` starts loading it. */
export const SanitiserContext = createContext<{ sanitise?: Sanitise | undefined; demand: () => void }>({
  demand: () => {},
});

/** Settings as the list's properties pass them. */
export interface SettingsInput extends Omit<ListSettings, 'texts' | 'avatars' | 'ownSenders'> {
  texts: Partial<MessageListTexts> | undefined;
  avatars: Avatars | boolean;
  ownSenders: readonly MessageSender[];
}

/** Whether two settings are equal two levels deep. */
const isSameWithin = (a: SettingsInput, b: SettingsInput): boolean => isShallowSame(a, b, isShallowSame);

/**
 * Converts the properties to settings that change only when their content does. Elements and functions that are
 * recreated at each render do change them: such settings are applied when the page is idle, so that they delay no new
 * message.
 */
export function useListSettings(input: SettingsInput): ListSettings {
  const given = useStable(input, isSameWithin);
  const settings = useMemo(
    () => ({
      ...given,
      texts: { ...messageListTexts, ...given.texts },
      avatars: given.avatars === true ? {} : given.avatars,
      ownSenders: new Set(given.ownSenders),
    }),
    [given],
  );
  return useDeferredValue(settings);
}
