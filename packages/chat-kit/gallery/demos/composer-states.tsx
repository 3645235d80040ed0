import { useState } from 'react';
import { Composer, type ComposerProps, type OutgoingContent, SendStatus } from '../../src/index.ts';

const states = [
  { status: 'sending' },
  { status: 'sent' },
  { status: 'read' },
  { status: 'unsent', words: '内容超过限制' },
] as const;

function Held({ first = '', ...rest }: Partial<ComposerProps> & { first?: string }) {
  const [value, setValue] = useState(first);
  const [sent, setSent] = useState<OutgoingContent[]>([]);
  return (
    <div>
      <Composer {...rest} value={value} onChange={setValue} onSend={(one) => setSent((all) => [...all, one])} />
      <output>{sent.map((one) => one.fileName ?? one.content).join('、')}</output>
    </div>
  );
}

export function ComposerStates() {
  const [retried, setRetried] = useState(0);
  return (
    <div className="g-composers">
      <Held quickQuestions={['账单什么时候到期', '怎么开发票', '转人工']} />
      <Held accept="image/*" first="写得太长了，超过了上限" limit={10} />
      <Held accept={false} notice="网络断开，恢复后自动发送" />
      <Held disabled="接待已结束，请重新发起咨询" />
      <div>
        {states.map((row) => (
          <SendStatus
            key={row.status}
            row={{ words: undefined, clientId: 'a', ...row }}
            onRetry={() => setRetried(retried + 1)}
          />
        ))}
        <output>重试 {retried} 次</output>
      </div>
    </div>
  );
}
