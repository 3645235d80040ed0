import { Button, Callout, Card, CopyButton, DateTime, Skeleton, silentText } from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { href } from '@ronghui/web/navigation/hash-location';
import { showError } from '@ronghui/web/screen/toasts';
import type { JSX } from 'react';
import { paths } from '#kernel/paths.ts';
import { useAuth } from '#kernel/start-up.ts';
import css from './audit.module.css';
import { type Chain, isVerifying, useChain, verifyChain } from './audit-queries.ts';

interface ChainCardProps {
  /** The days of the list's filter; without them all is verified. */
  readonly from: string;
  readonly to: string;
}

/** The head of the chain, what the last verification found, and a way to verify again. @source R11.7, security 4.11 */
export const ChainCard = ({ from, to }: ChainCardProps): JSX.Element | null => {
  const { state } = useChain();
  const attempt = useAttemptKey();
  const mayWrite = useAuth()['ops.audit.write'] === true;
  if (state.status === 'loading') {
    return (
      <Card className={css.above}>
        <div className={css.waiting}>
          <Skeleton shape="text" count={2} />
        </div>
      </Card>
    );
  }
  // The list below says what fails.
  if (state.status !== 'ready') return null;
  const chain = state.data;
  const hasRange = from !== '' || to !== '';
  const verify = async (range: {
    readonly from: string | undefined;
    readonly to: string | undefined;
  }): Promise<void> => {
    try {
      await attempt(range, verifyChain);
    } catch (error) {
      showError('ops.audit.verify', error);
    }
  };
  const range = { from: from || undefined, to: to || undefined };
  return (
    <Card className={css.above}>
      <section className={css.chain} aria-label="封存链">
        <div className={css.head}>
          <HeadText chain={chain} />
          {mayWrite ? (
            <span>
              {hasRange ? (
                <Button size="small" disabled={isVerifying(chain)} onClick={() => void verify(range)}>
                  核验所选日期
                </Button>
              ) : null}{' '}
              <Button
                size="small"
                disabled={isVerifying(chain)}
                onClick={() => void verify({ from: undefined, to: undefined })}
              >
                核验全部
              </Button>
            </span>
          ) : null}
        </div>
        <Outcome chain={chain} isSilent={state.stale !== undefined} />
      </section>
    </Card>
  );
};

const HeadText = ({ chain: { sealNo, digest, sealedAt, waiting } }: { chain: Chain }): JSX.Element =>
  sealNo === 0 ? (
    <p className={css.note}>还没有封存的记录。</p>
  ) : (
    <p>
      已封存到第 {sealNo.toLocaleString('en-US')} 条
      {sealedAt === undefined ? null : (
        <>
          （<DateTime value={sealedAt} />）
        </>
      )}
      {waiting > 0 ? `，${waiting >= 1000 ? '1,000+' : waiting}\u00a0条待封存` : ''}，末端{' '}
      <span className={css.digest}>{digest.slice(0, 16)}…</span>{' '}
      <CopyButton text={`${sealNo}:${digest}`} label="复制末端" />
    </p>
  );

const Outcome = ({ chain, isSilent }: { chain: Chain; isSilent: boolean }): JSX.Element => {
  const { job, last } = chain;
  if (isVerifying(chain)) {
    return (
      <div className={css.chain}>
        <progress
          className={css.progress}
          aria-label="核验的进度"
          max={Math.max(1, job?.total ?? 1)}
          {...((job?.total ?? 0) > 0 && { value: job?.done })}
        />
        <p aria-live="polite">
          {isSilent ? silentText : `${job?.status === 'queued' ? '核验正在排队' : '正在核验'}，可以离开本页。`}
        </p>
      </div>
    );
  }
  if (job?.status === 'failed') {
    return (
      <Callout tone="bad" role="alert">
        核验未完成：{job.failure ?? '请稍后重试。'}
      </Callout>
    );
  }
  if (last === null)
    return <p className={css.note}>还没有核验过。核验逐条比对内容与封存，能指出被改动、删除或调换的记录。</p>;
  const covered = (
    <>
      <DateTime value={last.at} /> 核验了 {last.events.toLocaleString('en-US')} 条
    </>
  );
  if (last.found === 0) return <p role="status">核验一致：{covered}，没有发现改动。</p>;
  return (
    <Callout tone="bad" role="alert">
      <p>
        核验发现 {last.found.toLocaleString('en-US')} 处不符：{covered}。请保留现场，并与日志里的末端核对。
      </p>
      <ul className={css.findings}>
        {last.findings.map(({ kind, eventId, sealNo, text }) => (
          <li key={`${kind} ${eventId ?? ''} ${sealNo ?? ''}`}>
            {eventId === undefined || kind === 'removed' ? (
              text
            ) : (
              <a href={href(paths.audit({ open: eventId }))}>{text}</a>
            )}
          </li>
        ))}
      </ul>
    </Callout>
  );
};
