import { useEffect, useMemo, useState } from 'react';
import { type BeaconRecord, createTracker } from '../../../src/index.ts';

export function TrackerQueue() {
  const [batches, setBatches] = useState<BeaconRecord[][]>([]);
  const [waiting, setWaiting] = useState(0);
  const tracker = useMemo(
    () =>
      createTracker({
        send: (records) => setBatches((all) => [...all, records]),
        storage: localStorage,
        storageKey: 'gallery.behavior',
        userId: () => 'u-demo',
      }),
    [],
  );
  useEffect(() => tracker.start(), [tracker]);
  const track = (eventId: string, pageId: string) => {
    tracker.track(eventId, pageId);
    setWaiting(tracker.size());
  };
  return (
    <>
      <div className="g-row">
        {['home', 'product', 'config', 'order'].map((page) => (
          <button key={page} type="button" className="g-button" onClick={() => track('visit', page)}>
            访问 {page}
          </button>
        ))}
        <span className="g-tag">
          待发送 {waiting} 条，已发送 {batches.length} 批
        </span>
      </div>
      <pre className="g-out">{JSON.stringify(batches.at(-1)?.slice(0, 3) ?? '点满 10 次就会发出一批', null, 2)}</pre>
    </>
  );
}
