import { MessageList } from '../../src/index.ts';
import { say } from './sample.ts';

const messages = [
  say('user', '账单的回单怎么看？', { createTime: '10:02' }),
  say('userin', '（用户的输入）'),
  say('history', ''),
  say('system', '客服 小周 已接入会话'),
  say('agent', '您好，发您一张示例，点开可以看大图。', { createTime: '10:03' }),
  say('agent', '电子回单', { messageType: 'image', multimediaUrl: './picture.svg' }),
  say('agent', '在文档中心查看', { messageType: 'link', multimediaUrl: 'https://example.com/docs' }),
  say('robot', '操作演示', { messageType: 'video', multimediaUrl: './clip.webm' }),
  say('robotin', '（机器人的输入）'),
  say('user', '', { messageType: 'voice', multimediaUrl: './clip.mp3' }),
  say('user', '', { messageType: 'voice' }),
  say('client', '', { messageType: 'voice' }),
  say('client', '', { messageType: 'bzcard' }),
  say('user', '', { messageType: 'file' }),
  say('user', '', { messageType: 'location' }),
  say('agent', '', { messageType: 'redPack' }),
  say('agent', '', { messageType: 'fundsTrans' }),
  say('agent', '', { messageType: 'custom' }),
  say('agent', '', { messageType: 'other' }),
];

export function AllTypes() {
  return (
    <div className="g-list" style={{ height: 560 }}>
      <MessageList
        messages={messages}
        renderInside={(message) =>
          message.messageType === 'custom' || message.messageType === 'other' ? (
            <span className="g-tag">{message.messageType}：只显示插槽里的内容</span>
          ) : null
        }
      />
    </div>
  );
}
