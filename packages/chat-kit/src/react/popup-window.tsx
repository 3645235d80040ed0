import { type JSX, type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import type { Box } from '../headless/place-near.ts';
import {
  type FrameWish,
  keyDistance,
  type Length,
  moveFrame,
  type ResizeDirection,
  resizeFrame,
} from '../headless/window-frame.ts';
import { useIsSheet } from './use-is-sheet.ts';
import { usePopupFrame } from './use-popup-frame.ts';
import { usePopupOpen } from './use-popup-open.ts';
import './theme.css';
import './popup-window.css';

/** The window's own texts; each can be replaced. */
export const popupWindowTexts = {
  close: '关闭',
  move: '移动窗口：用方向键移动，按住 Shift 加快',
  resize: '调整大小：用方向键调整，按住 Shift 加快',
};

/** Properties of `PopupWindow`. */
export interface PopupWindowProps {
  /** Whether it is shown. */
  open: boolean;
  /** Asked for by the close icon, the Escape key and, for a sheet, a tap beside it. */
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
  /** Takes the content out of the document when closed; otherwise it is hidden and keeps its state, its place and its size. */
  removeOnClose?: boolean;
  /** Size at the first opening, in pixels or as a part of the page; 45% × 85% unless given. */
  width?: Length;
  height?: Length;
  /** Place at the first opening; 20 from the top and 10 from the left unless given. */
  top?: Length;
  left?: Length;
  /** A sheet rises from the lower edge and is modal; `auto` takes one on pages narrower than 600 px. */
  layout?: 'auto' | 'window' | 'sheet';
  /** Told after each move and each change of size. */
  onFrame?: (frame: Box) => void;
  texts?: Partial<typeof popupWindowTexts>;
  className?: string;
}

const edges: readonly ResizeDirection[] = ['n', 's', 'e', 'w', 'ne', 'nw', 'sw'];

/**
 * A window that is dragged by its title bar and resized by its edges, by pointer and by keyboard; on a narrow page a sheet.
 *
 * @source R12.5, R9.1
 */
export function PopupWindow({
  open,
  onClose,
  title,
  children,
  footer,
  removeOnClose = false,
  width,
  height,
  top,
  left,
  layout = 'auto',
  onFrame,
  texts,
  className = '',
}: PopupWindowProps): JSX.Element {
  const words = { ...popupWindowTexts, ...texts };
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const isSheet = useIsSheet(layout);
  const wish: FrameWish = { width, height, top, left };
  usePopupOpen(dialog, open, isSheet);
  const frame = usePopupFrame({ dialog, isActive: open && !isSheet, wish, onFrame });

  const byKeyboard = (change: (by: { x: number; y: number }) => void) => (event: KeyboardEvent) => {
    const by = keyDistance(event);
    if (by === undefined) return;
    event.preventDefault();
    change(by);
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementInteractions: Escape closes, as it does for a native modal
    <dialog
      ref={dialog}
      className={`ck ck-popup ${isSheet ? 'ck-popup-sheet' : 'ck-popup-window'} ${className}`}
      aria-labelledby={id}
      tabIndex={-1}
      onCancel={(event) => {
        event.preventDefault();
        if (event.target === event.currentTarget) onClose();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || isSheet || event.defaultPrevented || event.nativeEvent.isComposing) return;
        event.stopPropagation();
        onClose();
      }}
      onClick={(event) => {
        if (isSheet && event.target === event.currentTarget) onClose();
      }}
    >
      {(open || !removeOnClose) && (
        <div className="ck-popup-frame">
          <div className="ck-popup-bar" onPointerDown={frame.startDrag}>
            {!isSheet && (
              <button
                type="button"
                className="ck-popup-grip"
                aria-label={words.move}
                onKeyDown={byKeyboard((by) => frame.change((box, page) => moveFrame(box, by, page)))}
              >
                <svg viewBox="0 0 16 16" aria-hidden="true">
                  <path d="M6 4h.01M10 4h.01M6 8h.01M10 8h.01M6 12h.01M10 12h.01" />
                </svg>
              </button>
            )}
            <h2 id={id} className="ck-popup-title">
              {title}
            </h2>
            <button type="button" className="ck-popup-close" aria-label={words.close} onClick={onClose}>
              <svg viewBox="0 0 16 16" aria-hidden="true">
                <path d="M4 4l8 8M12 4l-8 8" />
              </svg>
            </button>
          </div>
          <div className="ck-popup-body">{children}</div>
          {footer !== undefined && <div className="ck-popup-footer">{footer}</div>}
          {!isSheet &&
            edges.map((edge) => (
              <div key={edge} className={`ck-edge ck-edge-${edge}`} onPointerDown={frame.startResize(edge)} />
            ))}
          {!isSheet && (
            <button
              type="button"
              className="ck-edge ck-edge-se"
              aria-label={words.resize}
              onPointerDown={frame.startResize('se')}
              onKeyDown={byKeyboard((by) => frame.change((box, page) => resizeFrame(box, 'se', by, page)))}
            />
          )}
        </div>
      )}
    </dialog>
  );
}
