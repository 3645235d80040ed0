import { useState } from 'react';
import { MessageList } from '../../src/index.ts';
import { say } from './sample.ts';

const samples = [
  '<p>本期费用：</p><table><tr><th>项目</th><th>金额</th></tr><tr><td>服务费</td><td>¥1,234.56</td></tr><tr><td>调整</td><td>-¥88.00</td></tr></table>',
  '<h4>三步开通</h4><ul><li>注册并认证</li><li>选择产品</li><li>上传凭证</li></ul><blockquote>认证一般当天完成</blockquote>',
  '<p>命令：<code>npm start</code></p><pre>{"event":"listening"}</pre>',
  '<p>看这里：<img src="./picture.svg" alt="示意图" width="200" height="150"></p>',
];

export function HtmlText() {
  const [typed, setTyped] = useState(
    '<img src="./picture.svg" alt="示意图" width="80" height="60" onload=alert(1)><b onclick="alert(2)">试试看</b><style>*{display:none}</style>',
  );
  return (
    <>
      <div className="g-row">
        <textarea
          aria-label="HTML"
          rows={3}
          style={{ flex: 1, minWidth: 0 }}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      <div className="g-list">
        <MessageList
          messages={[
            ...samples.map((html, index) => ({ ...say('agent', html), dialogId: `html${index}` })),
            { ...say('agent', typed), dialogId: 'typed' },
          ]}
        />
      </div>
    </>
  );
}
