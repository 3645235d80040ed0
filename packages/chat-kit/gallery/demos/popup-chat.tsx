import { useState } from 'react';
import { MessageList, PopupWindow } from '../../src/index.ts';
import { history, say } from './sample.ts';

const first = [...history(0, 8), say('history', ''), say('robot', '您好，请问有什么可以帮您？')];

export function PopupChat() {
  const [open, setOpen] = useState(false);
  const [messages, setMessages] = useState(first);
  const [text, setText] = useState('');
  return (
    <>
      <button type="button" className="g-button" onClick={() => setOpen(true)}>
        联系客服
      </button>
      <PopupWindow
        open={open}
        onClose={() => setOpen(false)}
        title="在线客服"
        width={420}
        height={620}
        footer={
          <form
            className="g-row"
            onSubmit={(event) => {
              event.preventDefault();
              if (text !== '') setMessages((all) => [...all, say('user', text)]);
              setText('');
            }}
          >
            <input
              data-autofocus
              aria-label="消息"
              placeholder="关上再打开，写了一半的话还在"
              style={{ flex: 1 }}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
            <button type="submit" className="g-button">
              发送
            </button>
          </form>
        }
      >
        <MessageList messages={messages} convertTime />
      </PopupWindow>
    </>
  );
}
