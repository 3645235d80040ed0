import { type JSX, useContext } from 'react';
import { safeLink, safeMedia } from '../headless/link-text.ts';
import type { ChatMessage } from '../headless/message.ts';
import { noticeOf, voiceNotice } from '../headless/texts.ts';
import { ListSettingsContext } from './list-settings.ts';
import { MessageBody } from './message-body.tsx';
import { NoticeIcon } from './notice-icon.tsx';

/** What a message shows of its own, by its type; nothing for `custom` and `other`. @source R12.2 */
export function MessageContent({ message }: { message: ChatMessage }): JSX.Element | null {
  const { texts } = useContext(ListSettingsContext);
  switch (message.messageType) {
    case 'text':
      return <MessageBody text={message.messageContent} />;
    case 'link':
      return <LinkContent message={message} />;
    case 'image':
    case 'voice':
    case 'video':
      return <MediaContent message={message} />;
    case 'custom':
    case 'other':
      return null;
    case 'bzcard':
    case 'file':
    case 'location':
    case 'redPack':
    case 'fundsTrans':
      return (
        <div className="ck-notice">
          <NoticeIcon type={message.messageType} />
          {noticeOf(message.messageType, texts)}
        </div>
      );
  }
}

function LinkContent({ message: { messageContent, multimediaUrl } }: { message: ChatMessage }): JSX.Element {
  const address = multimediaUrl === '' ? messageContent : multimediaUrl;
  const href = safeLink(address);
  const text = messageContent === '' ? multimediaUrl : messageContent;
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
  if (src === undefined) {
    const link = multimediaUrl === '' ? undefined : safeLink(multimediaUrl);
    const text =
      messageType === 'voice' ? voiceNotice(message, texts) : texts[messageType === 'video' ? 'video' : 'image'];
    if (link === undefined) return <div className="ck-notice">{text}</div>;
    return (
      <a className="ck-notice" href={link} target="_blank" rel="noopener noreferrer">
        {text}
      </a>
    );
  }
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
