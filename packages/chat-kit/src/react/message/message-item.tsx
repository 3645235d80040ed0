import { type JSX, memo, type ReactNode, useContext } from 'react';
import { formatTime, timeAsGiven } from '../../headless/format-time.ts';
import { isSlotType } from '../../headless/message.ts';
import type { RowModel } from '../../headless/sections.ts';
import { speakerOf } from '../../headless/texts.ts';
import { ListSettingsContext, type MessageSlots } from '../list-settings.ts';
import { contentOf } from './message-content.tsx';

interface MessageItemProps {
  row: RowModel;
}

const slotsOf = ({ message, raw }: RowModel, { above, inside, below, content }: MessageSlots<unknown>): ReactNode[] =>
  [above, inside, below, content].map((slot) => slot?.(message, raw));

/** Whether a message shows anything; `custom` and `other` show only what the caller adds. @source R12.2 */
export const isShown = (row: RowModel, slots: MessageSlots<unknown>): boolean =>
  !isSlotType(row.message.messageType) || slotsOf(row, slots).some(Boolean);

/** One row of a list. */
export const MessageItem = memo(function MessageItem({ row }: MessageItemProps): JSX.Element | null {
  const settings = useContext(ListSettingsContext);
  if (settings === undefined) return null;
  const { texts, avatars, ownSenders, convertTime, timeZone, slots } = settings;
  const { message } = row;
  const { messageSender, messageType, createTime } = message;
  if (messageSender === 'history') {
    return (
      <div className="ck-row ck-history">
        <span>{texts.history}</span>
      </div>
    );
  }
  if (!isShown(row, slots)) return null;
  const [above, inside, below, content] = slotsOf(row, slots);
  const isReplaced = content !== undefined && content !== null;
  const isCustom = isSlotType(messageType) && !isReplaced;
  const isSystem = messageSender === 'system';
  const isBare = ['image', 'voice', 'video'].includes(messageType) && message.multimediaUrl !== '' && !inside;
  const body = (
    <>
      {above}
      {isCustom ? (
        inside
      ) : (
        <div className={isSystem ? 'ck-system-text' : isBare || isReplaced ? 'ck-bare' : 'ck-bubble'}>
          {isReplaced ? content : contentOf(message, settings)}
          {inside}
        </div>
      )}
      {below}
    </>
  );
  if (isCustom || isSystem) return <div className={`ck-row ${isCustom ? 'ck-custom' : 'ck-system'}`}>{body}</div>;
  const isOwn = ownSenders.has(messageSender);
  const speaker = speakerOf(message, texts, isOwn);
  return (
    <div className={isOwn ? 'ck-row ck-own' : 'ck-row'}>
      {avatars && avatarOf(avatars[messageSender], speaker)}
      <div className="ck-column">
        <div className="ck-meta">
          <span className="ck-hidden">{texts.says(speaker, '')}</span>
          {createTime !== undefined && (
            // a server's zone is another one than the reader's
            <time suppressHydrationWarning>
              {convertTime ? formatTime(createTime, timeZone) : timeAsGiven(createTime)}
            </time>
          )}
        </div>
        {body}
      </div>
    </div>
  );
});

function avatarOf(picture: ReactNode, speaker: string): JSX.Element {
  if (typeof picture === 'string') {
    return <img className="ck-avatar" src={picture} alt="" width={32} height={32} loading="lazy" />;
  }
  return (
    <span className="ck-avatar" aria-hidden="true">
      {picture ?? speaker.slice(0, 1)}
    </span>
  );
}
