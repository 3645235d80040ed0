import { type JSX, memo, useContext, useLayoutEffect, useRef } from 'react';
import type { Section } from '../headless/sections.ts';
import { NearWatchContext } from './list-settings.ts';
import { MessageItem, type MessageSlots } from './message-item.tsx';

interface MessageSectionProps {
  section: Section;
  slots: MessageSlots<unknown>;
  /** Whether it stands at the end of the list, where it is always laid out. */
  isLast: boolean;
}

/** About the height of a row, so that rows which have not been laid out yet take about their space. */
const usualRowPx = 84;

/** Some fifty rows, which the browser skips while they are out of view. */
export const MessageSection = memo(function MessageSection({
  section,
  slots,
  isLast,
}: MessageSectionProps): JSX.Element {
  const holder = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const guessPx = section.rows.length * usualRowPx;
    holder.current?.style.setProperty('contain-intrinsic-block-size', `auto ${guessPx}px`);
  }, [section]);
  const watchNear = useContext(NearWatchContext);
  useLayoutEffect(() => (holder.current === null ? undefined : watchNear(holder.current)), [watchNear]);
  return (
    <div ref={holder} className={isLast ? 'ck-section' : 'ck-section ck-section-far'}>
      {section.rows.map((row) => (
        <MessageItem key={row.key} row={row} slots={slots} />
      ))}
    </div>
  );
});
