import { consentEndingNames, consentWarningDays } from '@ronghui/domain/authorization';
import {
  Button,
  Callout,
  CopyButton,
  DateTime,
  type DetailFacts,
  Drawer,
  EmptyState,
  Facts,
  factsOf,
  PageState,
  PrintHead,
  PrintOnPhone,
  Skeleton,
} from '@ronghui/ui';
import { serverNow } from '@ronghui/web/calls/call';
import { lazyPart } from '@ronghui/web/navigation/chunks';
import { href, navigate } from '@ronghui/web/navigation/hash-location';
import { usePartPress } from '@ronghui/web/navigation/part-press';
import { type JSX, useState } from 'react';
import { usePaper } from '#kernel/paper.ts';
import { paths } from '#kernel/paths.ts';
import { useAuth } from '#kernel/start-up.ts';
import css from './authorization-drawer.module.css';
import { type AuthorizationDetail, useAuthorization } from './authorization-queries.ts';
import { AuthorizationTag } from './authorization-tag.tsx';
import { loadConsentParts } from './consent-parts.ts';

const RevokeQuestion = lazyPart(loadConsentParts.revoke);
const RegrantDrawer = lazyPart(loadConsentParts.regrant);
const AgreedWords = lazyPart(loadConsentParts.words);

interface DrawerProps {
  readonly recordId: string;
  readonly onClose: () => void;
  /** Shows the records of one org. */
  readonly onOrg: (orgId: string) => void;
}

/** One consent: its subject, recipient, author and text, and a button to withdraw it. @source R10.6 */
export const AuthorizationDrawer = ({ recordId, onClose, onOrg }: DrawerProps): JSX.Element => {
  const { state, query } = useAuthorization(recordId);
  const mayWrite = useAuth()['authorization.write'] === true;
  const [asks, setAsks] = useState<'revoke' | 'regrant'>();
  const close = () => setAsks(undefined);
  const record = state.status === 'ready' ? state.data : undefined;
  return (
    <Drawer
      open
      size="large"
      onClose={onClose}
      title="授权详情"
      actions={record === undefined ? undefined : <Actions record={record} mayWrite={mayWrite} onAsk={setAsks} />}
    >
      <PageState
        state={state}
        loading={<Skeleton shape="row" count={8} />}
        empty={<EmptyState kind="search" title="没有这条授权记录" text="请核对地址，或切换到它所属的商户。" />}
        onRetry={() => void query.refetch()}
      >
        {(detail) => <Body record={detail} onOrg={onOrg} mayWrite={mayWrite} />}
      </PageState>
      {asks === 'revoke' && record !== undefined ? <RevokeQuestion record={record} onClose={close} /> : null}
      {asks === 'regrant' && record?.regrant !== undefined ? (
        <RegrantDrawer
          record={record}
          regrant={record.regrant}
          onClose={close}
          onGranted={(granted) => navigate(paths.authorizations({ open: granted }), { replace: true })}
        />
      ) : null}
    </Drawer>
  );
};

/** Asks the user to give the consent again, when it ended, ends soon or its text changed and an open order needs it. @source R10.6 */
const isDue = ({ regrant, status, validTo, version }: AuthorizationDetail): boolean => {
  if (regrant === undefined) return false;
  const endsSoon = validTo !== null && Date.parse(validTo) - serverNow() < consentWarningDays * 86_400_000;
  return status !== 'active' || endsSoon || regrant.agreement.version !== version;
};

interface ActionsProps {
  readonly record: AuthorizationDetail;
  readonly mayWrite: boolean;
  readonly onAsk: (asked: 'revoke' | 'regrant') => void;
}

const Actions = ({ record, mayWrite, onAsk }: ActionsProps): JSX.Element => (
  <>
    <Button className={css.print ?? ''} onClick={() => print()}>
      打印
    </Button>
    {mayWrite ? <Steps record={record} onAsk={onAsk} /> : null}
  </>
);

/** A consent in force is withdrawn; given again only where an order needs that. */
const Steps = ({ record, onAsk }: Omit<ActionsProps, 'mayWrite'>): JSX.Element => (
  <>
    {record.status === 'active' ? <Revoke onPress={() => onAsk('revoke')} /> : null}
    {isDue(record) ? <Regrant onPress={() => onAsk('regrant')} /> : null}
  </>
);

type StepProps = { readonly onPress: () => void };

const Revoke = ({ onPress }: StepProps): JSX.Element => (
  <Button {...usePartPress(loadConsentParts.revoke, onPress)}>撤回授权</Button>
);

const Regrant = ({ onPress }: StepProps): JSX.Element => (
  <Button variant="primary" {...usePartPress(loadConsentParts.regrant, onPress)}>
    重新授权
  </Button>
);

type BodyProps = { record: AuthorizationDetail; mayWrite: boolean } & Pick<DrawerProps, 'onOrg'>;

const Body = ({ record, mayWrite, onOrg }: BodyProps): JSX.Element => (
  <div className={css.body}>
    <PrintHead {...usePaper()} title={`授权记录 ${record.recordId}`} />
    <div className={css.head}>
      <div>
        <h3 className={css.name}>《{record.title}》</h3>
        {record.productName === undefined ? null : (
          <p className={css.subject}>
            {record.productName}
            {record.orderNo === undefined ? '' : `，订单 ${record.orderNo}`}
          </p>
        )}
      </div>
      <AuthorizationTag status={record.status} />
    </div>
    {record.status === 'withdrawn' ? (
      <Callout>
        {record.withdrawnBy} 于 <DateTime value={record.withdrawnAt} /> 撤回
        {record.reason === undefined ? '' : `，原因：${record.reason}`}。撤回之前已经进行的处理仍然有效。
      </Callout>
    ) : null}
    {record.status === 'active' && !mayWrite ? <Callout>撤回由主账号办理。</Callout> : null}
    {record.regrant !== undefined && isDue(record) ? <Due record={record} orderNo={record.regrant.orderNo} /> : null}
    <Facts columns={2} items={factsOf(record, factsFor(onOrg))} />
    <AgreedText record={record} />
    <PrintOnPhone onPrint={() => print()} />
  </div>
);

/** The orders that need the consent, and what to do. */
const Due = ({ record, orderNo }: { record: AuthorizationDetail; orderNo: string }): JSX.Element => {
  const order = <a href={href(paths.order(orderNo))}>{orderNo}</a>;
  if (record.status !== 'active') {
    return <Callout tone="warn">订单 {order} 的办理需要这项授权。愿意继续的，请重新授权；不愿意的，无需处理。</Callout>;
  }
  return (
    <Callout tone="warn">
      {record.validTo === null ? (
        '这项授权的文本已经更新。'
      ) : (
        <>
          这项授权将于 <DateTime value={record.validTo} precision="date" /> 到期，不会自动延长。
        </>
      )}
      订单 {order} 依据它办理，仍需要的请重新授权。
    </Callout>
  );
};

const factsFor = (onOrg: DrawerProps['onOrg']): DetailFacts<AuthorizationDetail> => ({
  recordId: 'notShown',
  title: 'elsewhere',
  purpose: { label: '用途', value: ({ purpose }) => purpose },
  orgId: 'elsewhere',
  orgName: {
    label: '机构',
    value: ({ orgId, orgName }) =>
      orgName && (
        <>
          {orgName}{' '}
          <Button size="small" variant="ghost" onClick={() => onOrg(orgId ?? '')}>
            只看该机构
          </Button>
        </>
      ),
  },
  productName: { label: '产品', value: ({ productName }) => productName },
  orderNo: { label: '订单', value: ({ orderNo }) => orderNo && <a href={href(paths.order(orderNo))}>{orderNo}</a> },
  grantedBy: { label: '授权人', value: ({ grantedBy }) => grantedBy },
  grantedAt: { label: '授权时间', value: ({ grantedAt }) => <DateTime value={grantedAt} precision="second" /> },
  address: { label: '网络地址', value: ({ address }) => address },
  validTo: {
    label: '有效期至',
    value: ({ validTo }) => (validTo === null ? '撤回为止' : <DateTime value={validTo} precision="date" />),
  },
  endedAt: {
    label: '提前结束',
    value: ({ endedAt, ending }) =>
      endedAt && (
        <>
          <DateTime value={endedAt} />
          {ending === undefined ? '' : `，${consentEndingNames[ending]}`}
        </>
      ),
  },
  ending: 'elsewhere',
  required: { label: '性质', value: ({ required }) => (required ? '办理所必需' : '自由选择') },
  scene: 'notShown',
  version: { label: '协议版本', value: ({ version }) => version },
  sha256: {
    label: '原文校验值',
    value: ({ sha256 }) => (
      <span className={css.digest}>
        <code title={sha256}>{sha256.slice(0, 12)}…</code>
        <CopyButton text={sha256} label="复制完整校验值" />
      </span>
    ),
  },
  agreementId: 'elsewhere',
  status: 'elsewhere',
  follows: 'elsewhere',
  withdrawnAt: 'elsewhere',
  withdrawnBy: 'elsewhere',
  reason: 'elsewhere',
  regrant: 'elsewhere',
});

const AgreedText = ({ record }: { record: AuthorizationDetail }): JSX.Element => {
  const [open, setOpen] = useState(false);
  const button = usePartPress(loadConsentParts.words, () => setOpen(true));
  return (
    <section className={css.section}>
      <h3 className={css.title}>当时的原文</h3>
      {open ? (
        <AgreedWords record={record} />
      ) : (
        <div>
          <Button size="small" {...button}>
            查看同意时的原文
          </Button>
        </div>
      )}
    </section>
  );
};
