import { useEffect, useState } from 'react';
import { showToast } from '../screen/toasts.ts';
import { forgetFailedChunks, type LoadChunk, loadChunk } from './chunks.ts';

/** How long the button stands before its part is fetched ahead, so that nothing the page shows waits for it. @unit ms */
const aheadMs = 3_000;

const failedText = '加载失败，请重试；仍不成功的，请刷新页面';

/**
 * The props of a button that shows a part of the page with a chunk of its own (`lazyPart`). The chunk is fetched ahead; a press before it is
 * there is busy until it is. A failure is a message and not the page's error boundary, so that what was entered on the page stays; the next
 * press tries again.
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
    try {
      await loadChunk(load);
      show();
    } catch {
      forgetFailedChunks();
      showToast('bad', failedText);
    } finally {
      setLoading(false);
    }
  };
  return { loading, onClick: () => void press() };
};
