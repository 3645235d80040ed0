import { MessageList } from '../../src/index.ts';

const messages = [
  { id: 1, from: { kind: 'customer' }, body: '字段名和别人不一样', at: 1_790_000_000_000 },
  { id: 2, from: { kind: 'bot' }, body: '没关系，用 fields 说明一下就行。', at: 1_790_000_060_000 },
];

export function FieldNames() {
  return (
    <div className="g-list" style={{ height: 200 }}>
      <MessageList
        messages={messages}
        convertTime
        fields={{
          dialogId: 'id',
          messageSender: (message) => (message.from.kind === 'bot' ? 'robot' : 'user'),
          messageType: () => 'text',
          messageContent: 'body',
          createTime: 'at',
        }}
      />
    </div>
  );
}
