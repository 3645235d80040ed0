import { Button, Dialog, FormField, PageState, RadioGroup, Skeleton, TextInput } from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { showError, showToast } from '@ronghui/web/screen/toasts';
import { queryStatus } from '@ronghui/web/state/query-status';
import { type JSX, useDeferredValue, useState } from 'react';
import css from './desk.module.css';
import { handOver, type Kind, useColleagues } from './desk-queries.ts';

interface HandOverDialogProps {
  readonly kind: Kind;
  readonly objectId: string;
  readonly from: string;
  readonly onClose: () => void;
}

/** Hands a thing to a colleague who may work on it. @source R11.2 */
export const HandOverDialog = ({ kind, objectId, from, onClose }: HandOverDialogProps): JSX.Element => {
  const [keyword, setKeyword] = useState('');
  const [to, setTo] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const attempt = useAttemptKey();
  const query = useColleagues(kind, useDeferredValue(keyword.trim()));
  const send = async (): Promise<void> => {
    if (to === null) return;
    setSending(true);
    try {
      const { owner } = await attempt({ kind, objectId, from, to }, handOver);
      showToast('ok', `已转交给 ${owner.name}`);
      onClose();
    } catch (error) {
      setSending(false);
      showError('ops.desk.handOver', error);
    }
  };
  return (
    <Dialog
      open
      title={kind === 'stage' ? '转交这个账期的草稿' : `转交 ${objectId}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button variant="primary" disabled={to === null} loading={isSending} onClick={() => void send()}>
            转交
          </Button>
        </>
      }
    >
      <div className={css.body}>
        <FormField label="查找同事">
          <TextInput
            name="colleague"
            autoComplete="off"
            placeholder="账号开头，或姓名的一部分"
            maxLength={60}
            value={keyword}
            onChange={(event) => setKeyword(event.target.value)}
          />
        </FormField>
        <PageState
          state={queryStatus('ops.desk.colleagues', query)}
          loading={<Skeleton shape="row" count={3} />}
          empty={null}
          onRetry={() => void query.refetch()}
        >
          {({ items }) => {
            const others = items.filter(({ staffId }) => staffId !== from);
            return others.length === 0 ? (
              <p className={css.note}>没有可以接手的同事。</p>
            ) : (
              <RadioGroup
                label="接手的同事"
                options={others.map(({ staffId, account, name }) => ({
                  value: staffId,
                  label: name === '' ? account : `${name}（${account}）`,
                }))}
                value={to}
                onValueChange={setTo}
              />
            );
          }}
        </PageState>
      </div>
    </Dialog>
  );
};
