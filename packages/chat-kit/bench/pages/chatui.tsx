import Chat, { Bubble, FileCard, Image, type MessageProps, RichText, Video } from '@chatui/core';
import '@chatui/core/dist/index.css';
import { useMemo } from 'react';
import { enter } from './contestant.tsx';
import type { BenchMessage } from './conversation.ts';

const toMessage = (message: BenchMessage): MessageProps => ({
  _id: message.dialogId,
  type: message.messageType,
  content: message,
  createdAt: message.createTime,
  hasTime: true,
  user: { name: message.messageSender },
  position: message.messageSender === 'user' ? 'right' : 'left',
});

function show({ content, type }: MessageProps) {
  const message: BenchMessage = content;
  switch (type) {
    case 'image':
      return <Image src={message.multimediaUrl} width={200} height={150} />;
    case 'video':
      return <Video src={message.multimediaUrl} preload="none" />;
    case 'voice':
      return <audio controls preload="none" src={message.multimediaUrl} />;
    case 'file':
      return <FileCard file={new File([], 'a.pdf')} />;
    case 'link':
      return <Bubble content={message.messageContent} />;
    default:
      return message.messageContent.includes('<') ? (
        <Bubble type="text">
          <RichText content={message.messageContent} />
        </Bubble>
      ) : (
        <Bubble content={message.messageContent} />
      );
  }
}

function List({ messages }: { messages: BenchMessage[] }) {
  const shown = useMemo(() => messages.map(toMessage), [messages]);
  return <Chat messages={shown} renderMessageContent={show} onSend={() => {}} locale="zh-CN" />;
}

enter({ List, rowSelector: '.Message', scrollerSelector: '.PullToRefresh' });
