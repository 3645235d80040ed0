'use client';

import {
  forwardRef,
  type HTMLAttributes,
  type JSX,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Sanitise } from '../headless/html/html-text.ts';
import type { ChatMessage, FieldMap, MessageSender } from '../headless/message.ts';
import type { PlaceKeeper } from '../headless/place-keeper.ts';
import { createSectioner, type RowKey } from '../headless/sections.ts';
import type { MessageListTexts } from '../headless/texts.ts';
import { JumpButtons } from './list/jump-buttons.tsx';
import { OlderRow, type OlderState } from './list/older-row.tsx';
import { PlaceAround } from './list/place-around.tsx';
import { useAnnouncer } from './list/use-announcer.ts';
import { useFilledFrom } from './list/use-filled-from.ts';
import { usePlace } from './list/use-place.ts';
import { useSanitiser } from './list/use-sanitiser.ts';
import { useUnseen } from './list/use-unseen.ts';
import { useViewer } from './list/use-viewer.ts';
import {
  type Avatars,
  type ListSettings,
  ListSettingsContext,
  type MessageSlots,
  SanitiserContext,
  type SettingsInput,
  type TextFormat,
  useListSettings,
} from './list-settings.ts';
import { MessageSection } from './message/message-section.tsx';
import { useStable } from './use-stable.ts';

/**
 * A caller's handle on a list: scroll to its top, scroll to its end and follow from there (for a message that the
 * reader has just sent), read the position, and the list's element.
 */
export interface MessageListHandle extends Pick<PlaceKeeper, 'toTop' | 'toEnd' | 'place'> {
  element: HTMLDivElement | null;
}

type PassedOn = Omit<HTMLAttributes<HTMLDivElement>, 'children' | 'dangerouslySetInnerHTML'>;

/** Properties of `MessageList`; `className`, `style`, `id`, `data-…` and the other attributes of a `div` are passed on. */
export interface MessageListProps<Raw extends object = Partial<ChatMessage>> extends PassedOn {
  /** Oldest first. Pass the same objects again; a changed message is a new object. */
  messages: readonly Raw[];
  /** Maps the kit's fields to your messages: names, or functions (taken at the first render). */
  fields?: FieldMap<Raw> | undefined;
  /** A name of a message that stays when its fields change, such as your temporary id (taken at the first render). */
  rowKey?: RowKey<Raw> | undefined;
  /** Whether text messages are HTML or plain text, whose addresses become links; default `html`. */
  textFormat?: TextFormat | undefined;
  /** Called once each time the top is reached, to load older messages, and for a press on 重试. */
  onReachTop?: (() => void) | undefined;
  /** Whether there may be older messages; `false` once the first one is there. */
  hasMore?: boolean | undefined;
  /** Says at the top that older messages are loading. */
  loadingOlder?: boolean | undefined;
  /** Says at the top that loading older messages failed, and offers to try again. */
  olderFailed?: boolean | undefined;
  /**
   * Added above, inside and below a message. Keep the functions the same where possible; new ones render all rows again
   * when the page is idle.
   */
  renderAbove?: MessageSlots<Raw>['above'];
  renderInside?: MessageSlots<Raw>['inside'];
  renderBelow?: MessageSlots<Raw>['below'];
  /** Takes the place of a message's bubble, for types of your own; undefined or null leaves it to the kit. */
  renderMessage?: MessageSlots<Raw>['content'];
  /** Pictures by sender (an address or an element), or `false` for none. */
  avatars?: Avatars | boolean | undefined;
  /** The sender whose messages are on the right; default the user, an agent's application passes its own. */
  ownSenders?: readonly MessageSender[] | undefined;
  /** Converts times to `YYYY-MM-DD HH:mm:ss`; otherwise they are shown as given. */
  convertTime?: boolean | undefined;
  /** Time zone of the conversion; default the reader's own. */
  timeZone?: string | undefined;
  /** A sanitiser that replaces the kit's. */
  sanitise?: Sanitise | undefined;
  /** Hosts besides the page's own origin that pictures inside HTML may be loaded from. */
  imageHosts?: readonly string[] | undefined;
  /** Hosts besides the page's own origin that `multimediaUrl` may be loaded from; default none. Others become links. */
  mediaHosts?: readonly string[] | '*' | undefined;
  /** Whether 回到顶部 is offered far from the top; default true. */
  showToTop?: boolean | undefined;
  /** Shown when there are no messages. */
  empty?: ReactNode;
  texts?: Partial<MessageListTexts> | undefined;
  ref?: Ref<MessageListHandle> | undefined;
}

const users: readonly MessageSender[] = ['user', 'userin'];
const none: readonly string[] = [];

type OwnProps<Raw extends object> = Omit<MessageListProps<Raw>, keyof PassedOn>;

/** Separates the list's own properties from what its element gets. */
function separate<Raw extends object>(props: MessageListProps<Raw>): [own: OwnProps<Raw>, passedOn: PassedOn] {
  const { messages, fields, rowKey, textFormat, onReachTop, hasMore, loadingOlder, olderFailed, ...a } = props;
  const { renderAbove, renderInside, renderBelow, renderMessage, avatars, ownSenders, ...b } = a;
  const { convertTime, timeZone, sanitise, imageHosts, mediaHosts, showToTop, empty, texts, ref, ...passedOn } = b;
  const older = { onReachTop, hasMore, loadingOlder, olderFailed };
  const slots = { renderAbove, renderInside, renderBelow, renderMessage };
  const look = { avatars, ownSenders, convertTime, timeZone, showToTop, empty, texts };
  const content = { messages, fields, rowKey, textFormat, sanitise, imageHosts, mediaHosts };
  return [{ ...older, ...slots, ...look, ...content, ref }, passedOn];
}

function settingsOf<Raw extends object>(props: OwnProps<Raw>, viewImage: ListSettings['viewImage']): SettingsInput {
  return {
    texts: props.texts,
    avatars: props.avatars ?? true,
    ownSenders: props.ownSenders ?? users,
    convertTime: props.convertTime ?? false,
    timeZone: props.timeZone,
    mediaHosts: props.mediaHosts ?? none,
    textFormat: props.textFormat ?? 'html',
    // the sectioner returns the objects that it was given, so a slot receives the caller's own message
    slots: {
      above: props.renderAbove,
      inside: props.renderInside,
      below: props.renderBelow,
      content: props.renderMessage,
    } as MessageSlots<unknown>,
    viewImage,
  };
}

/** What stands above the first message; undefined for nothing. */
function olderOf<Raw extends object>(props: OwnProps<Raw>): OlderState | undefined {
  if (props.loadingOlder) return 'loading';
  if (props.hasMore === false) return undefined;
  if (props.olderFailed) return 'failed';
  return props.onReachTop && props.messages.length > 0 ? 'more' : undefined;
}

function List<Raw extends object>(given: MessageListProps<Raw>, ref: Ref<MessageListHandle>): JSX.Element {
  const [props, passedOn] = separate(given);
  const { messages, fields = {}, hasMore = true } = props;
  const [viewer, viewImage, closeViewer] = useViewer();
  const settings = useListSettings(settingsOf(props, viewImage));
  const { texts } = settings;
  const { context: sanitiser, isLoading } = useSanitiser(props.sanitise, props.imageHosts ?? none, texts.image);
  const map = useStable(fields, isSameMap);
  const [rowKey] = useState(() => props.rowKey);
  const sectioner = useMemo(() => createSectioner<Raw>(map, rowKey), [map, rowKey]);
  const sections = useMemo(() => sectioner.update(messages), [sectioner, messages]);
  const from = useFilledFrom(sections, isLoading);
  const older = olderOf(props);

  const root = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const onReachTop = hasMore ? props.onReachTop : undefined;
  const { keeper, following, farFromTop } = usePlace({ scroller, content, sections, from, onReachTop });
  const unseen = useUnseen(sections, settings, following);
  const lines = useAnnouncer(sections, settings);
  useImperativeHandle(ref, () => handleOf(keeper, root), [keeper]);

  const go = (way: 'toTop' | 'toEnd'): void => {
    // the button disappears and would take the focus with it
    scroller.current?.focus({ preventScroll: true });
    keeper.current?.[way]();
  };
  const viewHtmlImage = (target: EventTarget): boolean => {
    if (!(target instanceof HTMLImageElement) || target.getAttribute('role') !== 'button') return false;
    viewImage({ src: target.currentSrc || target.src, alt: target.alt });
    return true;
  };
  return (
    <ListSettingsContext.Provider value={settings}>
      <SanitiserContext.Provider value={sanitiser}>
        <div {...passedOn} ref={root} className={`ck ck-list ${passedOn.className ?? ''}`}>
          <div
            ref={scroller}
            className="ck-scroller"
            role="log"
            aria-live="off"
            aria-label={texts.label}
            aria-busy={from > 0 || older === 'loading'}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
            tabIndex={0}
            onClick={(event) => viewHtmlImage(event.target)}
            onKeyDown={(event) => {
              const way = event.target === event.currentTarget ? wayOfKey(event) : undefined;
              if (way !== undefined) keeper.current?.[way]();
              else if ((event.key !== 'Enter' && event.key !== ' ') || !viewHtmlImage(event.target)) return;
              event.preventDefault();
            }}
          >
            {sections.length === 0 && <div className="ck-empty">{props.empty ?? texts.empty}</div>}
            {older && <OlderRow state={older} texts={texts} onRetry={props.onReachTop} />}
            <div ref={content} className="ck-content">
              {sections.slice(from).map((section) => (
                <MessageSection key={section.id} section={section} />
              ))}
            </div>
            {/* after the rows in tree order, so that it sees the updated rows */}
            <PlaceAround keeper={keeper} sections={sections} from={from} hasHead={older !== undefined} />
          </div>
          <JumpButtons
            onGo={go}
            hasTop={farFromTop && props.showToTop !== false}
            hasEnd={!following}
            unseen={unseen}
            texts={texts}
          />
          <div role="status" aria-atomic="false" className="ck-hidden">
            {lines.map(({ at, text }) => (
              <p key={at}>{text}</p>
            ))}
            {(older === 'loading' || older === 'failed') && (
              <p key={older}>{older === 'loading' ? texts.loadingOlder : texts.olderFailed}</p>
            )}
          </div>
          {viewer && <viewer.View image={viewer.image} texts={texts} onClose={closeViewer} />}
        </div>
      </SanitiserContext.Provider>
    </ListSettingsContext.Provider>
  );
}

/**
 * A conversation: its end is shown at once, ten thousand messages are all in the document and searchable, and the
 * reader's position is kept when messages are added above or below.
 *
 * @source R12.1, R12.2, R12.3, R12.4
 */
export const MessageList =
  // a type parameter does not survive forwardRef, which React 18 needs
  /* @__PURE__ */ forwardRef(List) as unknown as <Raw extends object = Partial<ChatMessage>>(
    props: MessageListProps<Raw>,
  ) => JSX.Element;

function handleOf(keeper: RefObject<PlaceKeeper | null>, root: RefObject<HTMLDivElement | null>): MessageListHandle {
  return {
    toTop: () => keeper.current?.toTop(),
    toEnd: () => keeper.current?.toEnd(),
    place: () => keeper.current?.place() ?? { following: true, fromTop: 0, viewHeight: 0 },
    get element() {
      return root.current;
    },
  };
}

/** The end of the list that a key asks for; the browser's own smooth scroll would end at the first correction of the position. */
function wayOfKey(event: KeyboardEvent): 'toTop' | 'toEnd' | undefined {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return undefined;
  if (event.key === 'Home') return 'toTop';
  return event.key === 'End' ? 'toEnd' : undefined;
}

/** Whether two field maps have equal names; functions are taken once. */
const isSameMap = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
