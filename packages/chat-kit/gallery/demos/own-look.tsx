import { MessageList } from '../../src/index.ts';
import { history } from './sample.ts';
import './own-look.css';

const messages = history(0, 4);

export function OwnLook() {
  return (
    <div className="g-list own-look">
      <MessageList messages={messages} convertTime texts={{ own: '您', agent: '顾问' }} />
    </div>
  );
}
