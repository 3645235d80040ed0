import {
  type JSX,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  useCallback,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Sanitise } from '../headless/html/html-text.ts';
import type { ChatMessage, FieldMap, MessageSender } from '../headless/message.ts';
import { createPlaceKeeper, type PlaceKeeper, type ReadingPlace } from '../headless/place-keeper.ts';
import { createSectioner, type Section } from '../headless/sections.ts';
import type { MessageListTexts } from '../headless/texts.ts';
import type { ImageViewer, ViewedImage } from './image-viewer.tsx';
import {
  type Avatars,
  ListSettingsContext,
  type MessageSlots,
  SanitiserContext,
  useListSettings,
} from './list-settings.ts';
import { MessageSection } from './message/message-section.tsx';
import { PlaceAround } from './place-around.tsx';
import { useEvent } from './use-event.ts';
import { useFilledFrom } from './use-filled-from.ts';
import { useSanitiser } from './use-sanitiser.ts';
import { useStable } from './use-stable.ts';
import { useUnseen } from './use-unseen.ts';
import './theme.css';
import './message-list.css';
import './message/message-item.css';

/**
 * A caller's handle on a list: scroll to its top, scroll to its end and follow from there (for a message that the
 * reader has just sent), and read the position.
 */
export type MessageListHandle = Pick<PlaceKeeper, 'toTop' | 'toEnd' | 'place'>;

/** Properties of `MessageList`. */
export interface MessageListProps<Raw extends object = Partial<ChatMessage>> {
  /** Oldest first. Pass the same objects again; a changed message is a new object. */
  messages: readonly Raw[];
  /** Maps the kit's fields to your messages: names, or functions (taken at the first render). */
  fields?: FieldMap<Raw>;
  /** Called once each time the top is reached, to load older messages. */
  onReachTop?: (() => void) | undefined;
  /** Shows at the top that older messages are loading. */
  loadingOlder?: boolean;
  /**
   * Added above, inside and below a message. Keep the functions the same where possible; new ones render all rows again
   * when the page is idle.
   */
  renderAbove?: MessageSlots<Raw>['above'];
  renderInside?: MessageSlots<Raw>['inside'];
  renderBelow?: MessageSlots<Raw>['below'];
  /** Pictures by sender (an address or an element), or `false` for none. */
  avatars?: Avatars | boolean;
  /** The sender whose messages are on the right; default the user, an agent's application passes its own. */
  ownSenders?: readonly MessageSender[];
  /** Converts times to `YYYY-MM-DD HH:mm:ss`; otherwise they are shown as given. */
  convertTime?: boolean;
  /** Time zone of the conversion; default the reader's own. */
  timeZone?: string;
  /** A sanitiser that replaces the kit's. */
  sanitise?: Sanitise;
  /** Hosts besides the page's own origin that pictures inside HTML may be loaded from. */
  imageHosts?: readonly string[];
  /** Hosts besides the page's own origin that `multimediaUrl` may be loaded from; default none. Others become links. */
  mediaHosts?: readonly string[] | '*';
  /** Shown when there are no messages. */
  empty?: ReactNode;
  texts?: Partial<MessageListTexts>;
  className?: string;
  ref?: Ref<MessageListHandle>;
}

const users: readonly MessageSender[] = ['user', 'userin'];
const none: readonly string[] = [];
const reachPx = 40;

/**
 * A conversation: its end is shown at once, ten thousand messages are all in the document and searchable, and the
 * reader's position is kept when messages are added above or below.
 *
 * @source R12.1, R12.2, R12.3, R12.4
 */
export function MessageList<Raw extends object = Partial<ChatMessage>>(props: MessageListProps<Raw>): JSX.Element {
  const { messages, fields = {}, loadingOlder = false, className = '', ref } = props;
  const [viewer, viewImage, closeViewer] = useViewer();
  const settings = useListSettings({
    texts: props.texts,
    avatars: props.avatars ?? true,
    ownSenders: props.ownSenders ?? users,
    convertTime: props.convertTime ?? false,
    timeZone: props.timeZone,
    mediaHosts: props.mediaHosts ?? none,
    // the sectioner returns the objects that it was given, so a slot receives the caller's own message
    slots: { above: props.renderAbove, inside: props.renderInside, below: props.renderBelow } as MessageSlots<unknown>,
    viewImage,
  });
  const { texts } = settings;
  const { context: sanitiser, isLoading } = useSanitiser(props.sanitise, props.imageHosts ?? none, texts.image);
  const map = useStable(fields, isSameMap);
  const sectioner = useMemo(() => createSectioner<Raw>(map), [map]);
  const sections = useMemo(() => sectioner.update(messages), [sectioner, messages]);
  const from = useFilledFrom(sections, isLoading);

  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const { keeper, following, farFromTop } = usePlace({
    scroller,
    content,
    sections,
    from,
    onReachTop: props.onReachTop,
  });
  const { unseen, announcement } = useUnseen(sections, settings, following);
  useImperativeHandle<MessageListHandle | null, MessageListHandle | null>(ref, () => keeper.current, [keeper]);

  const go = (way: 'toTop' | 'toEnd'): void => {
    // the button disappears and would take the focus with it
    scroller.current?.focus({ preventScroll: true });
    keeper.current?.[way]();
  };
  const viewHtmlImage = (target: EventTarget): boolean => {
    if (!(target instanceof HTMLImageElement) || target.role !== 'button') return false;
    viewImage({ src: target.currentSrc || target.src, alt: target.alt });
    return true;
  };
  return (
    <ListSettingsContext value={settings}>
      <SanitiserContext value={sanitiser}>
        <div className={`ck ck-list ${className}`}>
          <div
            ref={scroller}
            className="ck-scroller"
            role="log"
            aria-live="off"
            aria-label={texts.label}
            aria-busy={from > 0 || loadingOlder}
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
            <div ref={content} className="ck-content">
              {sections.slice(from).map((section) => (
                <MessageSection key={section.id} section={section} />
              ))}
            </div>
            {/* after the rows in tree order, so that it sees the updated rows */}
            <PlaceAround keeper={keeper} sections={sections} from={from} />
          </div>
          {loadingOlder && <div className="ck-loading">{texts.loadingOlder}</div>}
          {farFromTop && (
            <button type="button" className="ck-jump ck-jump-top" onClick={() => go('toTop')}>
              {texts.toTop}
            </button>
          )}
          {!following && (
            <button
              type="button"
              className={`ck-jump ck-jump-end${unseen > 0 ? ' ck-jump-unseen' : ''}`}
              onClick={() => go('toEnd')}
            >
              {unseen > 0 ? texts.unseen(unseen) : texts.toEnd}
            </button>
          )}
          <div role="status" className="ck-hidden">
            {announcement}
          </div>
          {viewer && <viewer.View image={viewer.image} texts={texts} onClose={closeViewer} />}
        </div>
      </SanitiserContext>
    </ListSettingsContext>
  );
}

/** The end of the list that a key asks for; the browser's own smooth scroll would end at the first correction of the position. */
function wayOfKey(event: KeyboardEvent): 'toTop' | 'toEnd' | undefined {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return undefined;
  if (event.key === 'Home') return 'toTop';
  return event.key === 'End' ? 'toEnd' : undefined;
}

/** The picture viewer, loaded for the first picture; if loading fails, pictures open in a new tab. */
function useViewer(): [
  viewer: { View: typeof ImageViewer; image: ViewedImage } | undefined,
  view: (image: ViewedImage) => void,
  close: () => void,
] {
  const [viewer, setViewer] = useState<{ View: typeof ImageViewer; image: ViewedImage }>();
  const view = useCallback(async (image: ViewedImage): Promise<void> => {
    try {
      const part = await import('./image-viewer.tsx');
      setViewer({ View: part.ImageViewer, image });
    } catch {
      open(image.src, '_blank', 'noopener noreferrer');
    }
  }, []);
  return [viewer, view, () => setViewer(undefined)];
}

/** Whether two field maps have equal names; functions are taken once. */
const isSameMap = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

interface PlaceInput {
  scroller: RefObject<HTMLDivElement | null>;
  content: RefObject<HTMLDivElement | null>;
  sections: readonly Section[];
  from: number;
  onReachTop: (() => void) | undefined;
}

/** Watches the reader's position and reports reaching the top, once for each oldest message. */
function usePlace({ scroller, content, sections, from, onReachTop }: PlaceInput): {
  keeper: RefObject<PlaceKeeper | null>;
  following: boolean;
  farFromTop: boolean;
} {
  const keeper = useRef<PlaceKeeper>(null);
  const reached = useRef<number>(undefined);
  const first = sections[0]?.id;
  const [following, setFollowing] = useState(true);
  const [farFromTop, setFarFromTop] = useState(false);
  const onPlace = useEvent(({ following: isAtEnd, fromTop, viewHeight }: ReadingPlace) => {
    setFollowing(isAtEnd);
    setFarFromTop(fromTop > viewHeight && viewHeight > 0);
    if (fromTop > reachPx * 2) reached.current = undefined;
    if (fromTop > reachPx || viewHeight === 0 || from > 0 || first === undefined || reached.current === first) return;
    reached.current = first;
    onReachTop?.();
  });
  useLayoutEffect(() => {
    if (scroller.current === null || content.current === null) return;
    keeper.current = createPlaceKeeper({ scroller: scroller.current, content: content.current, onPlace });
    return keeper.current.start();
  }, [scroller, content, onPlace]);
  return { keeper, following, farFromTop };
}
