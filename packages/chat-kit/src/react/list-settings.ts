import { createContext, type ReactNode, useDeferredValue, useMemo } from 'react';
import type { Sanitise } from '../headless/html/html-text.ts';
import type { ChatMessage, MessageSender } from '../headless/message.ts';
import { isShallowSame } from '../headless/shallow-same.ts';
import { type MessageListTexts, messageListTexts } from '../headless/texts.ts';
import { useStable } from './use-stable.ts';

/** A picture beside a sender's messages: an address, or an element of yours. */
export type Avatars = Partial<Record<MessageSender, ReactNode>>;

/** What the caller adds to a message: above it, in its bubble, below it. @source R12.1 */
export interface MessageSlots<Raw> {
  above?: ((message: ChatMessage, raw: Raw) => ReactNode) | undefined;
  inside?: ((message: ChatMessage, raw: Raw) => ReactNode) | undefined;
  below?: ((message: ChatMessage, raw: Raw) => ReactNode) | undefined;
}

/** What every row of a list needs to know; it stays the same object while nothing in it changes. */
export interface ListSettings {
  texts: MessageListTexts;
  avatars: Avatars | false;
  ownSenders: ReadonlySet<MessageSender>;
  convertTime: boolean;
  timeZone: string | undefined;
  mediaHosts: readonly string[] | '*';
  slots: MessageSlots<unknown>;
  viewImage: (image: { src: string; alt: string }) => void;
}

/** The list's settings, for its rows; there are none outside a list. */
export const ListSettingsContext = createContext<ListSettings | undefined>(undefined);

/** The list's sanitiser: undefined while it is loading; `demand` starts that. */
export const SanitiserContext = createContext<{ sanitise?: Sanitise | undefined; demand: () => void }>({
  demand: () => {},
});

/** Settings as the list's properties give them. */
export interface SettingsInput extends Omit<ListSettings, 'texts' | 'avatars' | 'ownSenders'> {
  texts: Partial<MessageListTexts> | undefined;
  avatars: Avatars | boolean;
  ownSenders: readonly MessageSender[];
}

/** Whether two settings hold the same things, two levels deep. */
const isSameWithin = (a: SettingsInput, b: SettingsInput): boolean => isShallowSame(a, b, isShallowSame);

/**
 * Brings the properties into settings that change only with what is in them. Elements and functions that are made anew at
 * each render do change them: such settings are taken over when there is time, so that they hold up no new message.
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
