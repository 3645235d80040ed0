import type { JSX } from 'react';
import type { MessageListTexts } from '../../headless/texts.ts';

/** The state of the messages above the first one. */
export type OlderState = 'more' | 'loading' | 'failed';

interface OlderRowProps {
  state: OlderState;
  texts: MessageListTexts;
  onRetry: (() => void) | undefined;
}

/** The row above the first message. It is there as long as there may be older ones, so that its words move nothing. */
export function OlderRow({ state, texts, onRetry }: OlderRowProps): JSX.Element {
  return (
    <div className="ck-older">
      {state === 'loading' && texts.loadingOlder}
      {state === 'failed' && (
        <>
          {texts.olderFailed}
          {onRetry && (
            <button type="button" className="ck-older-retry" onClick={onRetry}>
              {texts.retryOlder}
            </button>
          )}
        </>
      )}
    </div>
  );
}
