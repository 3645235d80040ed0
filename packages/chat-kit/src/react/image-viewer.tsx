import { type JSX, useRef } from 'react';
import type { MessageListTexts } from '../headless/texts.ts';
import { usePageEffect } from './use-page-effect.ts';

/** A picture to enlarge. */
export interface ViewedImage {
  src: string;
  alt: string;
}

interface ImageViewerProps {
  image: ViewedImage;
  texts: MessageListTexts;
  onClose: () => void;
}

/** Shows one picture enlarged above the page. */
export function ImageViewer({ image, texts, onClose }: ImageViewerProps): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const close = useRef<HTMLButtonElement>(null);
  usePageEffect(() => {
    const element = dialog.current;
    element?.showModal();
    close.current?.focus();
    return () => element?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a native dialog
    <dialog
      ref={dialog}
      className="ck ck-viewer"
      aria-label={image.alt}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <img src={image.src} alt={image.alt} referrerPolicy="no-referrer" />
      <div className="ck-viewer-bar">
        <span className="ck-viewer-name">{image.alt}</span>
        <a href={image.src} target="_blank" rel="noopener noreferrer">
          {texts.openImage ?? '在新标签页打开'}
        </a>
        <button ref={close} type="button" onClick={onClose} aria-label={texts.closeViewer ?? '关闭图片'}>
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d="M4 4l8 8M12 4l-8 8" />
          </svg>
        </button>
      </div>
    </dialog>
  );
}
