import { type JSX, memo } from 'react';
import type { Section } from '../headless/sections.ts';
import { MessageItem, type MessageSlots } from './message-item.tsx';

interface MessageSectionProps {
  section: Section;
  slots: MessageSlots<unknown>;
  /** Whether it stands at the end of the list, where it is always laid out. */
  isLast: boolean;
}

/** Some fifty rows, which the browser skips while they are out of view. */
export const MessageSection = memo(function MessageSection({
  section,
  slots,
  isLast,
}: MessageSectionProps): JSX.Element {
  return (
    <div className={isLast ? 'ck-section' : 'ck-section ck-section-far'}>
      {section.rows.map((row) => (
        <MessageItem key={row.key} row={row} slots={slots} />
      ))}
    </div>
  );
});
