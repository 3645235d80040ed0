import { useState } from 'react';
import { MessageList } from '../../src/index.ts';
import { say } from './sample.ts';

const messages = [
  say('agent', '毫秒数', { createTime: 1_790_000_000_000 }),
  say('user', 'ISO 时间', { createTime: '2026-09-21T14:15:00Z' }),
  say('robot', '已经是这个样子的', { createTime: '2026-09-21 22:16:00' }),
  say('user', '一句话', { createTime: '刚刚' }),
];

export function AvatarsAndTime() {
  const [convertTime, setConvert] = useState(true);
  const [avatars, setAvatars] = useState(true);
  return (
    <>
      <div className="g-row">
        <label>
          <input type="checkbox" checked={convertTime} onChange={(event) => setConvert(event.target.checked)} />{' '}
          换算时间
        </label>
        <label>
          <input type="checkbox" checked={avatars} onChange={(event) => setAvatars(event.target.checked)} /> 显示头像
        </label>
      </div>
      <div className="g-list" style={{ height: 320 }}>
        <MessageList
          messages={messages}
          convertTime={convertTime}
          timeZone="Asia/Shanghai"
          avatars={avatars && { agent: './picture.svg' }}
        />
      </div>
    </>
  );
}
