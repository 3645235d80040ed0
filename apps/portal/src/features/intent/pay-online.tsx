import { type ChannelName, channelNames } from '@ronghui/domain/intent/channel';
import { isOpenIntent } from '@ronghui/domain/intent/intent-terms';
import { rmbText } from '@ronghui/domain/money';
import { Button, Callout, Countdown, EmptyState, PageState, QrPicture, Skeleton } from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { serverNow } from '@ronghui/web/calls/call';
import { showError, showToast } from '@ronghui/web/screen/toasts';
import { type JSX, useEffect, useEffectEvent, useRef, useState } from 'react';
import { closeIntent, createIntent, type Intent, type Payable, refreshPaid, usePayable } from './intent-queries.ts';
import css from './pay-online.module.css';

/** Pays a bill on line: a code or a page of a channel, how long it holds, and what became of it. @source R15.3, receipts 4.4 */
export const PayOnline = ({ billNo }: { readonly billNo: string }): JSX.Element => {
  const { state, query } = usePayable(billNo);
  const status = state.status === 'ready' ? state.data.intent?.status : undefined;
  const wasOpen = useRef(false);
  const onStatus = useEffectEvent(() => {
    if (status !== 'paid') {
      wasOpen.current ||= status !== undefined && isOpenIntent(status);
      return;
    }
    // The slip goes with the bill that is paid: a message stays.
    if (wasOpen.current) showToast('ok', '付款成功');
    wasOpen.current = false;
    void refreshPaid();
  });
  useEffect(() => onStatus(), [status]);
  return (
    <section aria-label="扫码支付" className={css.pay}>
      <h3 className={css.title}>扫码支付</h3>
      <PageState
        state={state}
        loading={<Skeleton shape="row" count={2} />}
        empty={<EmptyState kind="search" title="没有这张账单" />}
        onRetry={() => void query.refetch()}
      >
        {(payable) => <Ways billNo={billNo} payable={payable} onEnd={() => void query.refetch()} />}
      </PageState>
    </section>
  );
};

interface WaysProps {
  readonly billNo: string;
  readonly payable: Payable;
  readonly onEnd: () => void;
}

/** Runs one press at a time, and shows why one was refused. */
const usePress = () => {
  const attempt = useAttemptKey();
  const [running, setRunning] = useState<string>();
  const press = async (name: string, operation: string, work: () => Promise<unknown>): Promise<void> => {
    if (running !== undefined) return;
    setRunning(name);
    try {
      await work();
    } catch (error) {
      showError(operation, error);
    } finally {
      setRunning(undefined);
    }
  };
  return { attempt, running, press };
};

const Ways = ({ billNo, payable: { channels, openAmount, intent }, onEnd }: WaysProps): JSX.Element => {
  const { attempt, running, press } = usePress();
  const pay = (channel: ChannelName) =>
    press(channel, 'intent.create', () => attempt({ billNo, channel, amount: undefined }, createIntent));
  const cancel = (intentNo: string) => press('close', 'intent.close', () => closeIntent({ intentNo }));
  const shown = intent?.status === 'shown' ? intent : undefined;
  const others = channels.filter((channel) => channel !== shown?.channel);
  const mayPay = intent?.status !== 'unknown';
  return (
    <>
      <div role="status" className={css.state}>
        {channels.length === 0 && openAmount > 0 && (intent === undefined || !isOpenIntent(intent.status)) ? (
          <p>金额超过在线付款的上限，请对公转账。</p>
        ) : (
          <State intent={intent} openAmount={openAmount} />
        )}
      </div>
      {shown === undefined ? null : <Shown intent={shown} onEnd={onEnd} />}
      {mayPay && openAmount > 0 ? (
        <div className={css.buttons}>
          {others.map((channel) => (
            <Button key={channel} loading={running === channel} onClick={() => void pay(channel)}>
              {buttonWord(channel, intent)}
            </Button>
          ))}
          {shown === undefined ? null : (
            <Button variant="ghost" loading={running === 'close'} onClick={() => void cancel(shown.intentNo)}>
              取消这次付款
            </Button>
          )}
        </div>
      ) : null}
    </>
  );
};

const buttonWord = (channel: ChannelName, intent: Intent | undefined): string => {
  const name = channelNames[channel];
  if (intent?.status === 'shown') return `改用${name}`;
  return intent?.status === 'closed' && intent.channel === channel ? `换一个${name}付款码` : `用${name}付款`;
};

/** What became of the latest payment, in words that are announced once. */
const State = ({ intent, openAmount }: Pick<Payable, 'openAmount'> & { intent: Intent | undefined }): JSX.Element => {
  switch (intent?.status) {
    case undefined:
      return <p>付 {rmbText(openAmount)}，付完这里会自己变，不用刷新。</p>;
    case 'created':
      return <p>付款码还没有取到，请再按一次。</p>;
    case 'unknown':
      return (
        <Callout tone="warn">
          结果确认中：{rmbText(intent.amount)} 可能已经付款，请不要再付。通常几分钟内有结果。
        </Callout>
      );
    case 'shown':
      return (
        <p>
          <b>等待付款</b> {rmbText(intent.amount)}
        </p>
      );
    case 'closed':
      return <p>上一个付款码已失效。</p>;
    case 'paid':
      return (
        <Callout>
          付款成功：{channelNames[intent.channel]} {rmbText(intent.amount)}
          {intent.isApplied === true ? '，已抵付这张账单。' : '，账单已有变化，这笔款项留作预收款。'}
        </Callout>
      );
  }
};

/** What the payer pays by. */
const Shown = ({ intent, onEnd }: { readonly intent: Intent; readonly onEnd: () => void }): JSX.Element => (
  <div className={css.shown}>
    {intent.codeUrl === undefined ? null : (
      <>
        <QrPicture text={intent.codeUrl} label={`${channelNames[intent.channel]}付款码`} />
        <p>请用另一台手机的微信扫码</p>
      </>
    )}
    {intent.formUrl === undefined ? null : (
      <Button variant="primary" href={intent.formUrl} target="_blank" rel="noopener noreferrer">
        打开支付宝付款页
      </Button>
    )}
    <p className={css.left}>
      <Countdown until={intent.endsAt} now={serverNow} onEnd={onEnd} /> 后失效
    </p>
  </div>
);
