import { Avatar, ChatContainer, MainContainer, Message, MessageList } from '@chatscope/chat-ui-kit-react';
import '@chatscope/chat-ui-kit-styles/dist/default/styles.min.css';
import { memo } from 'react';
import { enter } from './contestant.tsx';
import type { BenchMessage } from './conversation.ts';

const dot =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAgAAAAGCAIAAABxZ0isAAAAEklEQVR4nGNUdljPgA0wYRUdtBIAEtIA/zzEHFUAAAAASUVORK5CYII=';

const isHtml = ({ messageContent }: BenchMessage): boolean => messageContent.includes('<');

// its HTML goes in unsanitised, because it has no sanitiser
const Row = memo(function Row({ message }: { message: BenchMessage }) {
  const direction = message.messageSender === 'user' ? 'outgoing' : 'incoming';
  const position = 'single';
  const sentTime = new Date(message.createTime).toISOString();
  if (message.messageType === 'image') {
    return (
      <Message
        type="image"
        model={{ direction, position, sentTime, payload: { src: message.multimediaUrl, width: 200, height: 150 } }}
      >
        <Avatar src={dot} name={message.messageSender} />
      </Message>
    );
  }
  if (message.messageType === 'voice' || message.messageType === 'video') {
    const Player = message.messageType === 'voice' ? 'audio' : 'video';
    return (
      <Message type="custom" model={{ direction, position, sentTime }}>
        <Avatar src={dot} name={message.messageSender} />
        <Message.CustomContent>
          <Player controls preload="none" src={message.multimediaUrl} />
        </Message.CustomContent>
      </Message>
    );
  }
  return (
    <Message
      type={isHtml(message) ? 'html' : 'text'}
      model={{ direction, position, sentTime, payload: message.messageContent }}
    >
      <Avatar src={dot} name={message.messageSender} />
      <Message.Header sender={message.messageSender} sentTime={sentTime} />
    </Message>
  );
});

function List({ messages }: { messages: BenchMessage[] }) {
  return (
    <MainContainer>
      <ChatContainer>
        <MessageList>
          {messages.map((message) => (
            <Row key={message.dialogId} message={message} />
          ))}
        </MessageList>
      </ChatContainer>
    </MainContainer>
  );
}

enter({ List, rowSelector: '.cs-message', scrollerSelector: '.cs-message-list__scroll-wrapper' });
