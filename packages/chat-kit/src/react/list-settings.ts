import { createContext, type ReactNode, useMemo } from 'react';
import type { MessageSender } from '../headless/message.ts';
import type { Sanitise } from '../headless/sanitise.ts';
import { type MessageListTexts, messageListTexts } from '../headless/texts.ts';
import { useStable } from './use-stable.ts';

/** A picture beside a sender's messages: an address, or an element of yours. */
export type Avatars = Partial<Record<MessageSender, ReactNode>>;

/** What every row of a list needs to know; it stays the same object while nothing in it changes. */
export interface ListSettings {
  texts: MessageListTexts;
  avatars: Avatars | false;
  ownSenders: ReadonlySet<MessageSender>;
  convertTime: boolean;
  timeZone: string | undefined;
  mediaHosts: readonly string[] | '*';
  linkify: boolean;
  viewImage: (image: { src: string; alt: string }) => void;
}

/** The list's settings, for its rows. */
export const ListSettingsContext = createContext<ListSettings>({
  texts: messageListTexts,
  avatars: {},
  ownSenders: new Set(),
  convertTime: false,
  timeZone: undefined,
  mediaHosts: '*',
  linkify: true,
  viewImage: () => {},
});

/** The list's sanitiser: undefined while it is loading; `demand` starts that. */
export const SanitiserContext = createContext<{ sanitise: Sanitise | undefined; demand: () => void }>({
  sanitise: undefined,
  demand: () => {},
});

/** Lays a section out before it comes into view; the returned function ends that. */
export const NearWatchContext = createContext<(section: HTMLElement) => () => void>(() => () => {});

/** Settings as the list's properties give them. */
export interface SettingsInput {
  texts?: Partial<MessageListTexts> | undefined;
  avatars: Avatars | boolean;
  ownSenders: readonly MessageSender[];
  convertTime: boolean;
  timeZone?: string | undefined;
  mediaHosts: readonly string[] | '*';
  linkify: boolean;
  viewImage: ListSettings['viewImage'];
}

/** Brings the properties into settings that change only with what is in them, so that inline objects cost nothing. */
export function useListSettings(input: SettingsInput): ListSettings {
  const given = useStable(input.texts);
  const texts = useMemo(() => ({ ...messageListTexts, ...given }), [given]);
  const pictures = useStable(input.avatars);
  const owners = useStable(input.ownSenders);
  const ownSenders = useMemo(() => new Set(owners), [owners]);
  const mediaHosts = useStable(input.mediaHosts);
  const { convertTime, timeZone, linkify, viewImage } = input;
  return useMemo(() => {
    const avatars = pictures === true ? {} : pictures;
    return { texts, avatars, ownSenders, convertTime, timeZone, mediaHosts, linkify, viewImage };
  }, [texts, pictures, ownSenders, convertTime, timeZone, mediaHosts, linkify, viewImage]);
}
