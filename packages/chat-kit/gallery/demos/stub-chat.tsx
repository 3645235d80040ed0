import {
  Composer,
  type ConversationMessage,
  type ConversationTransport,
  createConversation,
  MessageList,
  useConversation,
} from '../../src/index.ts';

function createStub(): ConversationTransport {
  const table: ConversationMessage[] = [];
  let read = (_message: ConversationMessage): void => {};
  const store = (message: Omit<ConversationMessage, 'seq' | 'at'>): ConversationMessage => {
    const stored = { ...message, seq: table.length + 1, at: Date.now() };
    table.push(stored);
    read(stored);
    return stored;
  };
  return {
    open: async () => ({ conversationId: 'demo', firstSeq: 1, lastSeq: table.length }),
    history: async (ask) => ({ messages: 'after' in ask ? table.slice(ask.after) : [], hasMore: false }),
    async send({ clientId, type, content }) {
      setTimeout(() => store({ sender: 'robot', type: 'text', content: `收到：${content}` }), 300);
      return store({ sender: 'user', type, content, clientId });
    },
    read: async () => undefined,
    recall: async ({ seq }) => store({ sender: 'system', type: 'text', content: '', recalls: seq }),
    stream(_after, heard) {
      read = (message) => heard({ kind: 'message', message });
      heard({ kind: 'snapshot', conversationId: 'demo', lastSeq: table.length });
      return () => {};
    },
  };
}

const conversation = createConversation({ transport: createStub(), owner: 'demo' });

export function StubChat() {
  const chat = useConversation(conversation);
  return (
    <div className="chat">
      <MessageList {...chat.list} />
      <Composer {...chat.composer} limit={500} quickQuestions={['账单什么时候到期']} />
    </div>
  );
}
