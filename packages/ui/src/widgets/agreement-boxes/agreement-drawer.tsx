import { type JSX, useCallback, useEffect, useEffectEvent, useState } from 'react';
import { Button } from '../button/button.tsx';
import { DateTime } from '../date-time/date-time.tsx';
import { Drawer } from '../drawer/drawer.tsx';
import { EmptyState } from '../empty-state/empty-state.tsx';
import { RichText } from '../rich-text/rich-text.tsx';
import { Skeleton } from '../skeleton/skeleton.tsx';
import css from './agreement-boxes.module.css';
import type { AgreementItem, AgreementText } from './agreement-item.ts';

type AgreementDrawerProps = {
  agreement: AgreementItem;
  read: (agreement: AgreementItem) => Promise<AgreementText>;
  /** Its box can be checked only after its end was visible. */
  mustRead: boolean;
  ticked: boolean;
  onRead: () => void;
  onAgree: () => void;
  onClose: () => void;
};

/** The text beside the form, with the button that accepts it at its end. */
export function AgreementDrawer(props: AgreementDrawerProps): JSX.Element {
  const { agreement, mustRead, ticked, onRead, onAgree, onClose } = props;
  const { text, failed, retry, fail } = useText(props);
  const [shown, setShown] = useState(false);
  const settle = useCallback(() => setShown(true), []);
  return (
    <Drawer
      open
      title={agreement.title}
      onClose={onClose}
      onReadToEnd={shown && mustRead ? onRead : undefined}
      actions={
        ticked ? (
          <Button onClick={onClose}>关闭</Button>
        ) : (
          <>
            {mustRead ? (
              <span id="agreement-wait" className={css.wait}>
                请读到文末
              </span>
            ) : null}
            <Button
              variant="primary"
              disabled={!shown || mustRead}
              aria-describedby={mustRead ? 'agreement-wait' : undefined}
              onClick={onAgree}
            >
              我已阅读并同意
            </Button>
          </>
        )
      }
    >
      {text === undefined ? null : (
        <>
          <p className={css.facts}>
            版本 {text.version} · <DateTime value={text.effectiveAt} precision="date" /> 起生效
          </p>
          <RichText html={text.html} onReady={settle} onFailed={fail} />
        </>
      )}
      {text === undefined && !failed ? (
        <div role="status" aria-label="正在获取协议">
          <Skeleton count={12} />
        </div>
      ) : null}
      {failed ? (
        <div role="alert">
          <EmptyState kind="failed" title="协议没有取到" action={<Button onClick={retry}>重试</Button>} />
        </div>
      ) : null}
    </Drawer>
  );
}

function useText({ agreement, read }: Pick<AgreementDrawerProps, 'agreement' | 'read'>) {
  const [text, setText] = useState<AgreementText>();
  const [failed, setFailed] = useState(false);
  const [tries, setTries] = useState(0);
  /** Also drops a text that loaded but could not be shown, so that a retry renders it again. */
  const fail = useCallback(() => {
    setText(undefined);
    setFailed(true);
  }, []);
  // The caller may pass a new function or object at each render; only a retry loads again.
  const readNow = useEffectEvent(() => read(agreement));
  useEffect(() => {
    let gone = false;
    readNow().then(
      (found) => {
        if (!gone) setText(found);
      },
      () => {
        if (!gone) fail();
      },
    );
    return () => {
      gone = true;
    };
  }, [tries, fail]);
  function retry(): void {
    setFailed(false);
    setTries((count) => count + 1);
  }
  return { text, failed, retry, fail };
}
