import { MessageList } from '../../src/index.ts';
import { say } from './sample.ts';

const few = [say('robot', '只有一条消息时，它在上面。')];

export function EmptyList() {
  return (
    <div className="g-row" style={{ alignItems: 'stretch' }}>
      <div className="g-list" style={{ flex: '1 1 240px', height: 180 }}>
        <MessageList messages={[]} />
      </div>
      <div className="g-list" style={{ flex: '1 1 240px', height: 180 }}>
        <MessageList messages={few} loadingOlder />
      </div>
      <div className="g-list" style={{ flex: '1 1 240px', height: 180 }}>
        <MessageList messages={[]} empty="还没有人说话，打个招呼吧" />
      </div>
    </div>
  );
}
