import { rmbText } from '@ronghui/domain/money';
import { reconKindNames } from '@ronghui/domain/recon';
import { Amount, Drawer, EmptyState, PageState, Skeleton, Tag } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import { queryStatus } from '@ronghui/web/state/query-status';
import type { JSX } from 'react';
import { paths } from '#kernel/paths.ts';
import { type Change, useChanges } from '../result-queries.ts';
import { counted, differs, kindTones } from '../result-words.ts';
import css from './steps.module.css';

const isOff = (kind: Change['from']): boolean => kind !== undefined && differs(kind);

/** What is better, what is worse, and what is merely other. */
const groups: readonly { readonly title: string; readonly holds: (change: Change) => boolean }[] = [
  { title: '已解决', holds: ({ from, to }) => isOff(from) && !isOff(to) },
  { title: '新出现的差异', holds: ({ from, to }) => !isOff(from) && isOff(to) },
  { title: '其他变化', holds: ({ from, to }) => isOff(from) === isOff(to) },
];

/** What this run found otherwise than the one before. @source R13.4 */
export const ChangesDrawer = ({ runId, onClose }: { runId: string; onClose: () => void }): JSX.Element => {
  const query = useChanges(runId);
  const state = queryStatus('recon.changes', query, ({ changes }) => changes.length === 0);
  return (
    <Drawer open onClose={onClose} title="与上一次相比">
      <PageState
        state={state}
        loading={<Skeleton shape="row" count={5} />}
        empty={<EmptyState title="没有变化" text="每一行的结论都与上一次相同。" />}
        onRetry={() => void query.refetch()}
      >
        {({ comparedRunId, changes }) => (
          <div className={css.stack}>
            {groups.map(({ title, holds }) => (
              <Group key={title} title={title} changes={changes.filter(holds)} />
            ))}
            <p className={css.mut}>按自动匹配的结果比较，不含人工处理；结论没有变化的行不列出。</p>
            {comparedRunId === undefined ? null : <a href={href(paths.reconRun(comparedRunId))}>查看上一次对账</a>}
          </div>
        )}
      </PageState>
    </Drawer>
  );
};

const Group = ({ title, changes }: { title: string; changes: readonly Change[] }): JSX.Element => (
  <section className={css.part}>
    <h3 className={css.partTitle}>{title}</h3>
    {changes.length === 0 ? (
      <p className={css.mut}>没有</p>
    ) : (
      <ul className={css.changes}>
        {changes.map((change) => (
          <li key={`${change.from ?? ''} ${change.to ?? ''}`} className={css.change}>
            <span>
              <Kind kind={change.from} none="上次没有" /> → <Kind kind={change.to} none="不再有" />
            </span>
            <span className={css.changeSums}>
              <Sum name="商户账" count={change.ledgerCount} amount={change.ledgerAmount} />
              <Sum name="平台账" count={change.lineCount} amount={change.lineAmount} />
            </span>
          </li>
        ))}
      </ul>
    )}
  </section>
);

const Kind = ({ kind, none }: { kind: Change['from']; none: string }): JSX.Element =>
  kind === undefined ? <Tag>{none}</Tag> : <Tag tone={kindTones[kind]}>{reconKindNames[kind]}</Tag>;

const Sum = ({ name, count, amount }: { name: string; count: number; amount: Change['lineAmount'] }) =>
  count === 0 ? null : (
    <span>
      {name} {counted(count, '行')} <Amount text={rmbText(amount)} />
    </span>
  );
