import type { CallReply } from '@ronghui/client';
import { rmbText } from '@ronghui/domain/money';
import { reconKindNames } from '@ronghui/domain/recon';
import { Amount, Drawer, EmptyState, PageState, Skeleton, Tag } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import { leadTo } from '@ronghui/web/navigation/lead-to';
import { queryStatus } from '@ronghui/web/state/query-status';
import type { JSX, ReactNode } from 'react';
import { paths } from '#kernel/paths.ts';
import { type CarriedItem, type Change, type Run, useChanges } from '../result-queries.ts';
import {
  carriedText,
  counted,
  differenceText,
  differs,
  kindTones,
  leftReasonTexts,
  resultPlace,
  stepNames,
} from '../result-words.ts';
import css from './steps.module.css';

const isOff = (kind: Change['from']): boolean => kind !== undefined && differs(kind);

/** What is better, what is worse, and what is merely other. */
const groups: readonly { readonly title: string; readonly holds: (change: Change) => boolean }[] = [
  { title: '已解决', holds: ({ from, to }) => isOff(from) && !isOff(to) },
  { title: '新出现的差异', holds: ({ from, to }) => !isOff(from) && isOff(to) },
  { title: '其他变化', holds: ({ from, to }) => isOff(from) === isOff(to) },
];

type Carried = CallReply<'recon.changes'>['carried'];

/** Nothing was carried, and nothing left behind. */
const isSilent = (carried: Carried): boolean =>
  carried === undefined || (carriedText(carried) === '' && carried.left === 0);

interface ChangesProps {
  readonly run: Pick<Run, 'runId' | 'itemsGoneAt'>;
  readonly onClose: () => void;
}

/** A part of the result below this drawer. */
type Part = Readonly<Record<string, string>>;

/** Words that count rows lead to them in the result below, as long as they are there. */
const RowsLink = ({ run, onClose, part, children }: ChangesProps & { part: Part; children: ReactNode }): JSX.Element =>
  run.itemsGoneAt === undefined ? (
    <a
      href={href(paths.reconRun(run.runId, part))}
      onClick={() => {
        onClose();
        // The drawer gives the focus back first.
        requestAnimationFrame(() => leadTo(resultPlace));
      }}
    >
      {children}
    </a>
  ) : (
    <>{children}</>
  );

/** What this run found otherwise than the one before. @source R13.4 */
export const ChangesDrawer = (props: ChangesProps): JSX.Element => {
  const { run, onClose } = props;
  const query = useChanges(run.runId);
  const state = queryStatus(
    'recon.changes',
    query,
    ({ changes, carried }) => changes.length === 0 && isSilent(carried),
  );
  return (
    <Drawer open onClose={onClose} title="与上一次相比">
      <PageState
        state={state}
        loading={<Skeleton shape="row" count={5} />}
        empty={<EmptyState title="没有变化" text="每一行的结论都与上一次相同。" />}
        onRetry={() => void query.refetch()}
      >
        {({ comparedRunId, changes, carried }) => (
          <div className={css.stack}>
            {carried === undefined || isSilent(carried) ? null : <ByHand {...props} carried={carried} />}
            {groups.map(({ title, holds }) => (
              <Group key={title} {...props} title={title} changes={changes.filter(holds)} />
            ))}
            <p className={css.mut}>
              与上一次对账现在的结论比较，上一次的人工处理也算在内；这一次是自动匹配加上沿用的人工处理，不含之后的处理。结论没有变化的行不列出；点行数，看本次归入这一类的各行。
            </p>
            {comparedRunId === undefined ? null : <a href={href(paths.reconRun(comparedRunId))}>查看上一次对账</a>}
          </div>
        )}
      </PageState>
    </Drawer>
  );
};

/** What people did by hand in the run before: what holds on, and what does not with its reason. @source R13.3, R13.4 */
const ByHand = ({ carried, ...props }: ChangesProps & { carried: NonNullable<Carried> }): JSX.Element => {
  const held = carriedText(carried);
  const { left, items } = carried;
  return (
    <section className={css.part}>
      <h3 className={css.partTitle}>上一次的人工处理</h3>
      <p>{held === '' ? '没有能沿用的。' : `已沿用：${held}。`}</p>
      {left === 0 ? null : (
        <>
          <p>没有沿用 {counted(left, '项')}，需要时请在这一次重新处理：</p>
          <ul className={css.changes}>
            {items.map((item) => (
              <Left key={item.itemNo} {...props} item={item} />
            ))}
          </ul>
          {left > items.length ? <p className={css.mut}>只列出前 {counted(items.length, '项')}。</p> : null}
        </>
      )}
    </section>
  );
};

const Left = ({ item, ...props }: ChangesProps & { item: CarriedItem }): JSX.Element => {
  const { kind, steps, reason, rowNo, reference, difference } = item;
  return (
    <li className={css.leftStep}>
      <span>
        {steps.map((step) => stepNames[step]).join('、')}：
        {reference === undefined ? (
          `商户账第 ${rowNo ?? item.itemNo} 行`
        ) : (
          <RowsLink {...props} part={{ view: 'all', reference }}>
            {reference}
          </RowsLink>
        )}{' '}
        <Tag tone={kindTones[kind]}>{reconKindNames[kind]}</Tag>
      </span>
      <span className={css.mut}>
        {differenceText(difference)}。{leftReasonTexts[reason]}。
      </span>
    </li>
  );
};

interface GroupProps extends ChangesProps {
  readonly title: string;
  readonly changes: readonly Change[];
}

const Group = ({ title, changes, ...props }: GroupProps): JSX.Element => (
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
              <Sum {...props} to={change.to} name="商户账" count={change.ledgerCount} amount={change.ledgerAmount} />
              <Sum {...props} to={change.to} name="平台账" count={change.lineCount} amount={change.lineAmount} />
            </span>
          </li>
        ))}
      </ul>
    )}
  </section>
);

const Kind = ({ kind, none }: { kind: Change['from']; none: string }): JSX.Element =>
  kind === undefined ? <Tag>{none}</Tag> : <Tag tone={kindTones[kind]}>{reconKindNames[kind]}</Tag>;

interface SumProps extends ChangesProps {
  readonly name: string;
  readonly count: number;
  readonly amount: Change['lineAmount'];
  /** The kind in which the rows are now; of those that are no more there is none. */
  readonly to: Change['to'];
}

const Sum = ({ name, count, amount, to, ...props }: SumProps): JSX.Element | null => {
  if (count === 0) return null;
  const words = `${name} ${counted(count, '行')}`;
  return (
    <span>
      {to === undefined ? (
        words
      ) : (
        <RowsLink {...props} part={{ view: to }}>
          {words}
        </RowsLink>
      )}{' '}
      <Amount text={rmbText(amount)} />
    </span>
  );
};
