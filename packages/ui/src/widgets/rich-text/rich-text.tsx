import { type JSX, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { classNames } from '../../class-names.ts';
import { enhance, type OutlineEntry } from './enhance.ts';
import css from './rich-text.module.css';
import { sanitize } from './sanitize.ts';

/** HTML that our server stored: of documents, agreements and blocks. */
export type RichTextProps = {
  html: string;
  /** The server sanitised it when it was stored, so the first response may contain it. The browser sanitises it again. */
  trusted?: boolean;
  /** Hosts besides our own whose pictures may be shown. */
  imageHosts?: readonly string[];
  /** Sets the anchors of the headings. */
  outline?: readonly OutlineEntry[];
  /** Called when the text is in the page and can be scrolled to. */
  onReady?: (() => void) | undefined;
  /** Called instead when the text could not be sanitised and is not shown. */
  onFailed?: (() => void) | undefined;
  className?: string | undefined;
};

const none: readonly never[] = [];
const never = (): (() => void) => () => {};

/**
 * The single place of this package that inserts raw HTML: sanitised again just before, by the browser's own sanitiser
 * or by DOMPurify where there is none, so that Trusted Types accept it.
 */
export function RichText({
  html,
  trusted = false,
  imageHosts = none,
  outline = none,
  onReady,
  onFailed,
  className,
}: RichTextProps): JSX.Element {
  const ref = useRef<HTMLDivElement>(null);
  const served = useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
  // The same object at each render: React compares it by identity and does not write it again.
  const [first] = useState(() => (served && trusted ? { __html: html } : undefined));
  const shown = useRef(first?.__html);
  useLayoutEffect(() => {
    const root = ref.current;
    if (!root) return;
    let gone = false;
    let plain: (() => void) | undefined;
    function settle(nodes: Node[] | null): void {
      if (gone || !root) return;
      if (nodes) root.replaceChildren(...nodes);
      shown.current = html;
      enhance(root, outline, { copy: css.copy ?? '', scroll: css.scroll ?? '' });
      onReady?.();
      const blocks = root.querySelectorAll('pre');
      if (blocks.length === 0) return;
      // The colours come when they come; without them the code is plain.
      import('./colour-code.ts').then(
        ({ colourCode }) => {
          if (!gone) plain = colourCode(blocks);
        },
        () => {},
      );
    }
    if (shown.current === html) settle(null);
    else {
      const nodes = sanitize(html, imageHosts);
      if (Array.isArray(nodes)) settle(nodes);
      else
        void nodes.then(settle, () => {
          if (gone) return;
          shown.current = undefined;
          root.textContent = '内容暂时无法显示，请刷新页面重试。';
          onFailed?.();
        });
    }
    return () => {
      gone = true;
      plain?.();
    };
  }, [html, imageHosts, outline, onReady, onFailed]);
  return (
    <div
      ref={ref}
      className={classNames(css.text, className)}
      suppressHydrationWarning
      dangerouslySetInnerHTML={first}
    />
  );
}
