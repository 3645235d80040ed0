import { Button } from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { showError, showToast } from '@ronghui/web/screen/toasts';
import { type JSX, useState } from 'react';
import { useUser } from '#kernel/start-up.ts';
import css from './desk.module.css';
import { handOver, type Kind, release, take, useOwner } from './desk-queries.ts';
import { HandOverDialog } from './hand-over-dialog.tsx';

interface OwnerBarProps {
  readonly kind: Kind;
  readonly objectId: string;
  /** The member may work on things of this kind, and this one waits. */
  readonly mayTake: boolean;
}

/** Who works on a thing, and how one takes it, gives it back or hands it over. @source R11.2 */
export const OwnerBar = ({ kind, objectId, mayTake }: OwnerBarProps): JSX.Element | null => {
  const owner = useOwner(kind, objectId);
  const own = useUser()?.staffId;
  const attempt = useAttemptKey();
  const [isHanding, setHanding] = useState(false);
  // Its place is kept while it loads, so that nothing below moves under a pointer.
  if (owner === undefined || own === undefined) return <div className={css.owner} />;
  if (owner === null && !mayTake) return null;
  const isOwn = owner?.staffId === own;
  const run = async (operation: string, work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      showError(operation, error);
    }
  };
  const onTake = () =>
    run('ops.desk.take', async () => {
      const taken = await attempt({ kind, objectId }, take);
      if (taken.isYours) showToast('ok', '由您办理');
      else showToast('info', `${taken.owner.name} 已先接手`);
    });
  const onTakeOver = (from: string) =>
    run('ops.desk.handOver', async () => {
      await attempt({ kind, objectId, from, to: own }, handOver);
      showToast('ok', '已改由您办理');
    });
  const onRelease = () =>
    run('ops.desk.release', async () => {
      await attempt({ kind, objectId }, release);
      showToast('ok', '已放回队列');
    });
  return (
    <div className={css.owner} role="group" aria-label="办理人">
      <span role="status">{owner === null ? '无人办理' : isOwn ? '由您办理' : `${owner.name} 在办理`}</span>
      {mayTake && owner === null ? (
        <Button size="small" onClick={() => void onTake()}>
          由我办理
        </Button>
      ) : null}
      {mayTake && owner !== null && !isOwn ? (
        <Button size="small" onClick={() => void onTakeOver(owner.staffId)}>
          改由我办理
        </Button>
      ) : null}
      {mayTake && isOwn ? (
        <>
          <Button size="small" onClick={() => setHanding(true)}>
            转交
          </Button>
          <Button size="small" onClick={() => void onRelease()}>
            放回
          </Button>
        </>
      ) : null}
      {isHanding && isOwn ? (
        <HandOverDialog kind={kind} objectId={objectId} from={own} onClose={() => setHanding(false)} />
      ) : null}
    </div>
  );
};
