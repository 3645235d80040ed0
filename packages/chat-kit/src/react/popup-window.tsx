import { type JSX, type KeyboardEvent, type ReactNode, type SyntheticEvent, useId, useRef } from 'react';
import type { Box } from '../headless/place-near.ts';
import { type FrameWish, keyDistance, type Length, type ResizeDirection } from '../headless/window-frame.ts';
import { DialogBox } from './dialog-box.tsx';
import { useIsSheet } from './use-is-sheet.ts';
import { usePopupFrame } from './use-popup-frame.ts';
import './popup-window.css';

/** The window's own texts; each can be replaced. */
export const popupWindowTexts = {
  close: '关闭',
  move: '移动窗口（方向键）',
  resize: '调整大小（方向键）',
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

const stop = (event: SyntheticEvent): void => event.stopPropagation();

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
  const frame = usePopupFrame({ dialog, isActive: open && !isSheet, wish, onFrame });

  const byKeyboard = (direction?: ResizeDirection) => (event: KeyboardEvent) => {
    const by = keyDistance(event);
    if (!by) return;
    event.preventDefault();
    frame.nudge(by, direction);
  };
  return (
    <DialogBox
      ref={dialog}
      open={open}
      isModal={isSheet}
      onDismiss={onClose}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || isSheet || event.defaultPrevented || event.nativeEvent.isComposing) return;
        // a key in a dialog inside this one is that one's
        if (!(event.target instanceof Element) || event.target.closest('dialog') !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      className={`ck-popup ck-popup-${isSheet ? 'sheet' : 'window'} ${className}`}
      aria-labelledby={id}
    >
      {(open || !removeOnClose) && (
        <div
          className="ck-popup-frame"
          onPointerMove={frame.follow}
          onPointerUp={frame.letGo}
          onLostPointerCapture={frame.letGo}
        >
          <div className="ck-popup-bar" onPointerDown={frame.grab}>
            {!isSheet && (
              <button type="button" className="ck-popup-grip" aria-label={words.move} onKeyDown={byKeyboard()} />
            )}
            <h2 id={id} className="ck-popup-title">
              {title}
            </h2>
            <button
              type="button"
              className="ck-popup-close"
              aria-label={words.close}
              onClick={onClose}
              onPointerDown={stop}
            />
          </div>
          <div className="ck-popup-body">{children}</div>
          {footer !== undefined && <div className="ck-popup-footer">{footer}</div>}
          {!isSheet &&
            edges.map((edge) => (
              <div
                key={edge}
                className={`ck-edge ck-edge-${edge}`}
                onPointerDown={(event) => frame.grab(event, edge)}
              />
            ))}
          {!isSheet && (
            <button
              type="button"
              className="ck-edge ck-edge-se"
              aria-label={words.resize}
              onPointerDown={(event) => frame.grab(event, 'se')}
              onKeyDown={byKeyboard('se')}
            />
          )}
        </div>
      )}
    </DialogBox>
  );
}
