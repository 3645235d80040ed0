'use client';

import {
  type ForwardedRef,
  forwardRef,
  type HTMLAttributes,
  type JSX,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type SyntheticEvent,
  useId,
} from 'react';
import type { Box } from '../headless/place-near.ts';
import { popupWindowTexts } from '../headless/texts.ts';
import { type InitialFrame, keyDistance, type Length, type ResizeDirection } from '../headless/window/window-frame.ts';
import { DialogBox } from './dialog-box.tsx';
import { useForwarded } from './use-forwarded.ts';
import { useIsSheet } from './use-is-sheet.ts';
import { usePopupFrame } from './use-popup-frame.ts';
import { useRaised } from './use-raised.ts';

type PassedOn = Omit<HTMLAttributes<HTMLDialogElement>, 'title' | 'children' | 'dangerouslySetInnerHTML'>;

/** Properties of `PopupWindow`; `className`, `style`, `id`, `data-…` and the other attributes of its element are passed on. */
export interface PopupWindowProps extends PassedOn {
  /** Whether it is shown. */
  open: boolean;
  /** Called for the close icon, Escape and, for a sheet, a tap outside. */
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
  /** Removes the content from the document when closed; otherwise it is hidden and keeps its state, position and size. */
  removeOnClose?: boolean;
  /** Initial size, in pixels or as a fraction of the page; default 45% × 85%. */
  width?: Length;
  height?: Length;
  /** Initial position; default 20 from the top and 10 from the left. */
  top?: Length;
  left?: Length;
  /** A sheet slides up from the bottom and is modal; `auto` uses one on pages narrower than 600 px. */
  layout?: 'auto' | 'window' | 'sheet';
  /** Shows a window in the browser's top layer, above every z-index and outside transformed or clipped ancestors. */
  topLayer?: boolean;
  /** Called after each move and resize. */
  onFrame?: (frame: Box) => void;
  texts?: Partial<typeof popupWindowTexts>;
  ref?: Ref<HTMLDialogElement> | undefined;
}

const stop = (event: SyntheticEvent): void => event.stopPropagation();

const edges: readonly ResizeDirection[] = ['n', 's', 'e', 'w', 'ne', 'nw', 'sw'];

/**
 * A window that is dragged by its title bar and resized by its edges, by pointer and by keyboard; on a narrow page a sheet.
 *
 * @source R12.5, R9.1
 */
export const PopupWindow = /* @__PURE__ */ forwardRef(function PopupWindow(
  {
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
    topLayer = false,
    onFrame,
    texts,
    className = '',
    ...passedOn
  }: Omit<PopupWindowProps, 'ref'>,
  ref: ForwardedRef<HTMLDialogElement>,
): JSX.Element {
  const words = { ...popupWindowTexts, ...texts };
  const id = useId();
  const dialog = useForwarded(ref);
  const isSheet = useIsSheet(layout);
  const initial: InitialFrame = { width, height, top, left };
  const frame = usePopupFrame({ dialog, isActive: open && !isSheet, initial, onFrame });

  const raise = useRaised(dialog, open && !isSheet);

  const byKeyboard = (direction?: ResizeDirection) => (event: KeyboardEvent) => {
    const by = keyDistance(event);
    if (!by) return;
    event.preventDefault();
    frame.nudge(by, direction);
  };
  return (
    <DialogBox
      {...passedOn}
      dialog={dialog}
      open={open}
      isModal={isSheet}
      topLayer={topLayer}
      onPointerDownCapture={(event) => {
        passedOn.onPointerDownCapture?.(event);
        raise();
      }}
      onFocusCapture={(event) => {
        passedOn.onFocusCapture?.(event);
        raise();
      }}
      onDismiss={onClose}
      onKeyDown={(event) => {
        passedOn.onKeyDown?.(event);
        if (event.key !== 'Escape' || isSheet || event.defaultPrevented || event.nativeEvent.isComposing) return;
        // a key in a nested dialog belongs to that dialog
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
          <div className="ck-popup-card">
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
          </div>
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
});
