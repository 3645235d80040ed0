import { type JSX, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import css from './preview-frame.module.css';

/** A window as wide as a visitor's. */
export type PreviewFrameProps = {
  /** What is shown: 电脑, 手机. */
  name: string;
  /** How wide the visitor's window is. @unit px */
  width: number;
  /** The place among the content's blocks that is scrolled into sight when it changes. */
  at?: number | undefined;
  children: ReactNode;
};

/** With its type, so that it is laid out by the standard; the only HTML that is made here. */
const emptyDocument = '<!doctype html><title>预览</title>';

interface TrustedTypes {
  createPolicy: (name: string, rules: { createHTML: () => string }) => { createHTML: (text: string) => string };
}
let known: string | undefined;

/** The empty document, as the policy of the page wants it (security 4.7). */
function trustedDocument(): string {
  const types = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes;
  known ??= types?.createPolicy('app-html', { createHTML: () => emptyDocument }).createHTML('') ?? emptyDocument;
  return known;
}

/** Gives the window the styles and the theme of the page, and keeps the theme. */
function dress(inner: Document): () => void {
  const { documentElement: root, head, body } = inner;
  root.lang = document.documentElement.lang;
  body.style.margin = '0';
  root.style.scrollbarWidth = 'thin';
  for (const sheet of document.head.querySelectorAll('link[rel="stylesheet"], style')) {
    head.append(inner.importNode(sheet, true));
  }
  const follow = (): void => {
    const theme = document.documentElement.getAttribute('data-theme');
    if (theme === null) root.removeAttribute('data-theme');
    else root.setAttribute('data-theme', theme);
  };
  follow();
  const observer = new MutationObserver(follow);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}

/** The window inside a space, and its body; before it has loaded there is another document. */
function useInnerWindow(
  space: RefObject<HTMLElement | null>,
  title: string,
): { frame: RefObject<HTMLIFrameElement | null>; body: HTMLElement | null } {
  const frame = useRef<HTMLIFrameElement>(null);
  const [body, setBody] = useState<HTMLElement | null>(null);
  useEffect(() => {
    let stop: (() => void) | undefined;
    // Made here, because its document is to be there before it is put into the page.
    const own = Object.assign(document.createElement('iframe'), { srcdoc: trustedDocument(), title });
    own.className = css.frame ?? '';
    own.addEventListener('load', () => {
      const inner = own.contentDocument;
      if (!inner?.doctype) return;
      stop?.();
      stop = dress(inner);
      setBody(inner.body);
    });
    frame.current = own;
    space.current?.append(own);
    return () => {
      stop?.();
      own.remove();
    };
  }, [space, title]);
  return { frame, body };
}

/** The size of the space that the window is scaled to. */
function useRoom(space: RefObject<HTMLDivElement | null>): { width: number; height: number } {
  const [room, setRoom] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const own = space.current;
    if (own === null) return;
    const observer = new ResizeObserver(() => setRoom({ width: own.clientWidth, height: own.clientHeight }));
    observer.observe(own);
    return () => observer.disconnect();
  }, [space]);
  return room;
}

/**
 * Shows content in a window of its own, as wide as a visitor's and scaled to the room there is, so that the styles for narrow windows apply
 * as they do for the visitor. It is for the eyes alone: nothing in it takes the focus or a click, and what it shows stands in the form beside it.
 */
export function PreviewFrame({ name, width, at, children }: PreviewFrameProps): JSX.Element {
  const space = useRef<HTMLDivElement>(null);
  const { frame, body } = useInnerWindow(space, `${name}上的样子`);
  const room = useRoom(space);
  const scale = room.width === 0 ? 1 : Math.min(1, room.width / width);
  useEffect(() => {
    Object.assign(frame.current?.style ?? {}, {
      width: `${width}px`,
      height: `${room.height / scale}px`,
      left: `${(room.width - width * scale) / 2}px`,
      transform: `scale(${scale})`,
    });
  }, [frame, width, room, scale]);
  useEffect(() => {
    if (at === undefined) return;
    body?.querySelectorAll('[data-preview] > * > *')[at]?.scrollIntoView({ block: 'nearest' });
  }, [body, at]);
  return (
    <figure className={css.figure}>
      <figcaption className={css.name}>{name}</figcaption>
      <div ref={space} className={css.window}>
        {body === null
          ? null
          : createPortal(
              <div data-preview="" inert>
                {children}
              </div>,
              body,
            )}
      </div>
    </figure>
  );
}
