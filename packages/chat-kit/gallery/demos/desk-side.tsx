import { MessageList, type MessageSender } from '../../src/index.ts';
import { say } from './sample.ts';

const desk: MessageSender[] = ['agent', 'robot', 'robotin'];

const messages = [
  say('client', '发票抬头填错了，能改吗？', { createTime: '10:02' }),
  say('robot', '为您转接人工客服。', { createTime: '10:02' }),
  say('system', '周琳 已接入会话'),
  say('agent', '可以，红冲之后重开，两个工作日内完成。', { createTime: '10:03' }),
];

export function DeskSide() {
  return (
    <div className="g-list" style={{ height: 320 }}>
      <MessageList messages={messages} ownSenders={desk} />
    </div>
  );
}
