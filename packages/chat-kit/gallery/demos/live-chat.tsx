import { type FormEvent, useEffect, useRef, useState } from 'react';
import { MessageList, type MessageListHandle, textToHtml } from '../../src/index.ts';
import { history, type Message, say } from './sample.ts';

const replies = [
  '收到，我查一下。',
  '<p>可以这样做：</p><ol><li>打开<b>我的账单</b></li><li>选中要核对的账单</li><li>点“差异反馈”，写下您的金额</li></ol>',
  '需要的话，我可以请人工客服联系您。也可以看<a href="https://example.com/docs">帮助文档</a>。',
];

export function LiveChat() {
  const [messages, setMessages] = useState<Message[]>(() => [
    ...history(0, 12),
    say('history', ''),
    say('system', '您正在与智能客服对话'),
    say('robot', '您好，我是小融。账单、对账、发票、权益，都可以问我。', { createTime: Date.now() }),
  ]);
  const [text, setText] = useState('');
  const [page, setPage] = useState(1);
  const [isLoading, setLoading] = useState(false);
  const list = useRef<MessageListHandle>(null);
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());
  useEffect(() => {
    const started = timers.current;
    return () => {
      for (const timer of started) clearTimeout(timer);
    };
  }, []);
  const later = (ms: number, run: () => void) => timers.current.add(setTimeout(run, ms));
  const add = (message: Message) => setMessages((all) => [...all, message]);

  const send = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '') return;
    add(say('user', textToHtml(text), { createTime: Date.now() }));
    setText('');
    list.current?.toEnd();
    const reply = replies[messages.length % replies.length] ?? '';
    later(900, () => add(say('robot', reply, { createTime: Date.now() })));
  };
  const loadOlder = () => {
    if (isLoading || page > 8) return;
    setLoading(true);
    later(600, () => {
      setMessages((all) => [...history(page, 12), ...all]);
      setPage(page + 1);
      setLoading(false);
    });
  };
  return (
    <div className="g-list" style={{ height: 520 }}>
      <div className="g-chat">
        <MessageList ref={list} messages={messages} convertTime onReachTop={loadOlder} loadingOlder={isLoading} />
        <form className="g-composer" onSubmit={send}>
          <input
            aria-label="消息"
            placeholder="说点什么，回车发送"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <button type="submit" className="g-button">
            发送
          </button>
          <button
            type="button"
            className="g-button"
            onClick={() => {
              for (let index = 1; index <= 5; index += 1) {
                later(index * 700, () => add(say('agent', `客服的第 ${index} 条回复`, { createTime: Date.now() })));
              }
            }}
          >
            让客服说五句
          </button>
        </form>
      </div>
    </div>
  );
}
