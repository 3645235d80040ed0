import type { JSX } from 'react';
import type { MessageListTexts } from '../../headless/texts.ts';

interface JumpButtonsProps {
  onGo: (way: 'toTop' | 'toEnd') => void;
  hasTop: boolean;
  hasEnd: boolean;
  /** Number of messages that came in below the view. */
  unseen: number;
  texts: MessageListTexts;
}

/** The ways to the top and to the end of a list. */
export function JumpButtons({ onGo, hasTop, hasEnd, unseen, texts }: JumpButtonsProps): JSX.Element {
  return (
    <>
      {hasTop && (
        <button type="button" className="ck-jump ck-jump-top" onClick={() => onGo('toTop')}>
          {texts.toTop}
        </button>
      )}
      {hasEnd && (
        <button
          type="button"
          className={`ck-jump ck-jump-end${unseen > 0 ? ' ck-jump-unseen' : ''}`}
          onClick={() => onGo('toEnd')}
        >
          {unseen > 0 ? texts.unseen(unseen) : texts.toEnd}
        </button>
      )}
    </>
  );
}
