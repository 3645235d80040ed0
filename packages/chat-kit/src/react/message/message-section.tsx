import { type JSX, memo } from 'react';
import type { Section } from '../../headless/sections.ts';
import { MessageItem } from './message-item.tsx';

interface MessageSectionProps {
  section: Section;
}

/** Some fifty rows, which the browser skips while they are out of view; the last ones are always laid out. */
export const MessageSection = memo(function MessageSection({ section }: MessageSectionProps): JSX.Element {
  return (
    <div className="ck-section">
      {section.rows.map((row) => (
        <MessageItem key={row.key} row={row} />
      ))}
    </div>
  );
});
