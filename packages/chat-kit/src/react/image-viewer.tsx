import { type JSX, useContext, useRef } from 'react';
import { ListSettingsContext } from './list-settings.ts';
import { useModal } from './use-modal.ts';
import './image-viewer.css';

interface ImageViewerProps {
  image: { src: string; alt: string } | undefined;
  onClose: () => void;
}

/** Shows one picture large, above the page. */
export function ImageViewer({ image, onClose }: ImageViewerProps): JSX.Element {
  const { texts } = useContext(ListSettingsContext);
  const dialog = useRef<HTMLDialogElement>(null);
  const close = useRef<HTMLButtonElement>(null);
  useModal(dialog, image !== undefined, close);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a native dialog
    <dialog
      ref={dialog}
      className="ck ck-viewer"
      aria-label={image?.alt ?? texts.image}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      {image !== undefined && (
        <>
          <img src={image.src} alt={image.alt} referrerPolicy="no-referrer" />
          <div className="ck-viewer-bar">
            <span className="ck-viewer-name">{image.alt}</span>
            <a href={image.src} target="_blank" rel="noopener noreferrer">
              {texts.openImage}
            </a>
            <button ref={close} type="button" onClick={onClose} aria-label={texts.closeViewer}>
              <svg viewBox="0 0 16 16" aria-hidden="true">
                <path d="M4 4l8 8M12 4l-8 8" />
              </svg>
            </button>
          </div>
        </>
      )}
    </dialog>
  );
}
