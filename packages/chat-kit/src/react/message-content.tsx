import { type JSX, useContext } from 'react';
import type { ChatMessage } from '../headless/message.ts';
import { safeLink, safeMedia } from '../headless/safe-address.ts';
import { noticeOf, summaryOf } from '../headless/texts.ts';
import { ListSettingsContext } from './list-settings.ts';
import { MessageBody } from './message-body.tsx';

/** What a message shows of its own, by its type; nothing for `custom` and `other`. @source R12.2 */
export function MessageContent({ message }: { message: ChatMessage }): JSX.Element | null {
  const { texts } = useContext(ListSettingsContext);
  const { messageType, messageContent, multimediaUrl } = message;
  if (messageType === 'text') return <MessageBody text={messageContent} />;
  if (messageType === 'link')
    return <OutLink address={multimediaUrl || messageContent} text={messageContent || multimediaUrl} />;
  if (messageType === 'custom' || messageType === 'other') return null;
  const notice = noticeOf(messageType, texts);
  if (notice === undefined) return <MediaContent message={message} />;
  return <div className={`ck-notice ck-notice-${messageType}`}>{notice}</div>;
}

interface OutLinkProps {
  address: string;
  text: string;
}

/** A link in a new tab, or its text alone where the address may not be followed. */
function OutLink({ address, text }: OutLinkProps): JSX.Element {
  const href = address === '' ? undefined : safeLink(address);
  if (href === undefined) return <div className="ck-text">{text}</div>;
  return (
    <a className="ck-text" href={href} target="_blank" rel="noopener noreferrer">
      {text}
    </a>
  );
}

function MediaContent({ message }: { message: ChatMessage }): JSX.Element {
  const { texts, mediaHosts, viewImage } = useContext(ListSettingsContext);
  const { messageType, messageContent, multimediaUrl } = message;
  const src = safeMedia(multimediaUrl, mediaHosts);
  if (src === undefined) return <OutLink address={multimediaUrl} text={summaryOf(message, texts)} />;
  if (messageType === 'voice') {
    return <audio className="ck-voice" controls preload="none" src={src} aria-label={messageContent || texts.voice} />;
  }
  if (messageType === 'video') {
    return (
      <video
        className="ck-video"
        controls
        playsInline
        preload="none"
        width={240}
        height={160}
        src={src}
        aria-label={messageContent || texts.video}
      />
    );
  }
  const alt = messageContent || texts.image;
  return (
    <button
      type="button"
      className="ck-image"
      aria-label={`${texts.viewImage}：${alt}`}
      onClick={() => viewImage({ src, alt })}
    >
      <img src={src} alt={alt} width={200} height={150} loading="lazy" decoding="async" referrerPolicy="no-referrer" />
    </button>
  );
}
