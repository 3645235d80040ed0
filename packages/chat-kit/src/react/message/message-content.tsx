import type { JSX } from 'react';
import { safeLink, safeMedia } from '../../headless/html/safe-address.ts';
import { type ChatMessage, isSlotType } from '../../headless/message.ts';
import { noticeOf, summaryOf } from '../../headless/texts.ts';
import type { ListSettings } from '../list-settings.ts';
import { bodyOf } from './message-body.tsx';

/**
 * The content of a message by its type; nothing for `custom` and `other`. These are plain functions and not components,
 * because a conversation has ten thousand of them.
 *
 * @source R12.2
 */
export function contentOf(message: ChatMessage, settings: ListSettings): JSX.Element | null {
  const { messageType, messageContent, multimediaUrl } = message;
  if (messageType === 'text') return bodyOf(messageContent, settings.textFormat);
  if (messageType === 'link') return outLink(multimediaUrl || messageContent, messageContent || multimediaUrl);
  if (isSlotType(messageType)) return null;
  const notice = noticeOf(messageType, settings.texts);
  if (notice === undefined) return mediaOf(message, settings);
  const line = <div className={`ck-notice ck-notice-${messageType}`}>{notice}</div>;
  if (messageType !== 'file' || !multimediaUrl || !safeLink(multimediaUrl)) return line;
  return (
    <>
      {line}
      {outLink(multimediaUrl, messageContent || settings.texts.openFile)}
    </>
  );
}

/** A link in a new tab, or its text alone if the address may not be followed. */
function outLink(address: string, text: string): JSX.Element {
  const href = address && safeLink(address);
  if (!href) {
    return (
      <div className="ck-text" dir="auto">
        {text}
      </div>
    );
  }
  return (
    <a className="ck-text" dir="auto" href={href} target="_blank" rel="noopener noreferrer">
      {text}
    </a>
  );
}

function mediaOf(message: ChatMessage, { texts, mediaHosts, viewImage }: ListSettings): JSX.Element {
  const { messageType, messageContent, multimediaUrl } = message;
  const src = safeMedia(multimediaUrl, mediaHosts);
  if (!src) return outLink(multimediaUrl, summaryOf(message, texts));
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
      aria-label={texts.says(texts.viewImage, alt)}
      onClick={() => viewImage({ src, alt })}
    >
      <img src={src} alt={alt} width={200} height={150} loading="lazy" decoding="async" referrerPolicy="no-referrer" />
    </button>
  );
}
