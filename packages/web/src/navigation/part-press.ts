import { useEffect, useState } from 'react';
import { forgetFailedChunks, type LoadChunk, loadChunk } from './chunks.ts';

/** How long the button stands before its part is fetched ahead, so that nothing the page shows waits for it. @unit ms */
const aheadMs = 3_000;

/**
 * The props of a button that shows a part of the page with a chunk of its own (`lazyPart`). The chunk is fetched ahead; a press before it is
 * there is busy until it is. The part itself says when it failed to load.
 *
 * @source R2.2
 */
export const usePartPress = <Props>(load: LoadChunk<Props>, show: () => void) => {
  const [loading, setLoading] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => void loadChunk(load).catch(forgetFailedChunks), aheadMs);
    return () => clearTimeout(timer);
  }, [load]);
  const press = async (): Promise<void> => {
    setLoading(true);
    await loadChunk(load).catch(() => undefined);
    setLoading(false);
    show();
  };
  return { loading, onClick: () => void press() };
};
