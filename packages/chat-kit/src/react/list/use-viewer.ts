import { useCallback, useState } from 'react';
import type { ImageViewer, ViewedImage } from '../image-viewer.tsx';

/** The picture viewer, loaded for the first picture; if loading fails, pictures open in a new tab. */
export function useViewer(): [
  viewer: { View: typeof ImageViewer; image: ViewedImage } | undefined,
  view: (image: ViewedImage) => void,
  close: () => void,
] {
  const [viewer, setViewer] = useState<{ View: typeof ImageViewer; image: ViewedImage }>();
  const view = useCallback(async (image: ViewedImage): Promise<void> => {
    try {
      const part = await import('../image-viewer.tsx');
      setViewer({ View: part.ImageViewer, image });
    } catch {
      open(image.src, '_blank', 'noopener noreferrer');
    }
  }, []);
  return [viewer, view, () => setViewer(undefined)];
}
