import { useState } from 'react';
import { MessageList } from '../../src/index.ts';
import { history, type Message, say } from './sample.ts';

export function TenThousand() {
  const [messages, setMessages] = useState<Message[]>([]);
  return (
    <>
      <div className="g-row">
        <button type="button" className="g-button" onClick={() => setMessages(history(0, 10_000))}>
          放入 10,000 条
        </button>
        <button
          type="button"
          className="g-button"
          disabled={messages.length === 0}
          onClick={() => setMessages((all) => [...all, say('agent', '新来的一条')])}
        >
          再来一条
        </button>
        <button
          type="button"
          className="g-button"
          disabled={messages.length === 0}
          onClick={() => setMessages((all) => [...history(200 + all.length, 50), ...all])}
        >
          上面补 50 条
        </button>
        <span className="g-tag">{messages.length} 条</span>
      </div>
      <div className="g-list">
        <MessageList messages={messages} convertTime />
      </div>
    </>
  );
}
