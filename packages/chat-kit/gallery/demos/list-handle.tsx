import { useRef, useState } from 'react';
import { MessageList, type MessageListHandle } from '../../src/index.ts';
import { history } from './sample.ts';

const messages = history(0, 60);

export function ListHandle() {
  const list = useRef<MessageListHandle>(null);
  const [place, setPlace] = useState('');
  return (
    <>
      <div className="g-row">
        <button type="button" className="g-button" onClick={() => list.current?.toTop()}>
          toTop()
        </button>
        <button type="button" className="g-button" onClick={() => list.current?.toEnd()}>
          toEnd()
        </button>
        <button type="button" className="g-button" onClick={() => setPlace(JSON.stringify(list.current?.place()))}>
          place()
        </button>
        <output className="g-tag">{place}</output>
      </div>
      <div className="g-list" style={{ height: 320 }}>
        <MessageList ref={list} messages={messages} convertTime />
      </div>
    </>
  );
}
