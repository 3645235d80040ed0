import { industries } from '@ronghui/domain/company/industry';
import { leadSourceNames } from '@ronghui/domain/lead';
import { roleNames } from '@ronghui/domain/member';
import { noticeKindNames } from '@ronghui/domain/notice';
import { Card, DateTime, Facts, Tag, Timeline } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import type { JSX } from 'react';
import { eventNames } from '#features/certification/certification.shared.ts';
import { paths } from '#kernel/paths.ts';
import { useAuth } from '#kernel/start-up.ts';
import css from '../customer.module.css';
import { sentOnText } from '../customer-words.ts';
import { LoginRows } from '../login-rows.tsx';
import { AccountTag } from '../user/user-rows.tsx';
import type { TenantDetail } from './tenant-queries.ts';
import { CertificationTag } from './tenant-rows.tsx';

/** Who the merchant is, and how far its certification has come. */
export const ProfileCard = ({ tenant }: { tenant: TenantDetail }): JSX.Element => {
  const { certification } = tenant;
  const { submissionNo } = certification;
  return (
    <Card
      title="基本信息"
      actions={submissionNo === null ? undefined : <a href={href(paths.certification(submissionNo))}>查看认证申请</a>}
    >
      <Facts
        items={[
          { label: '认证', value: <CertificationTag {...tenant} /> },
          {
            label: '已生效的认证',
            value: certification.isInForce ? '有' : '没有',
          },
          {
            label: '最近提交',
            value: certification.submittedAt === undefined ? '' : <DateTime value={certification.submittedAt} />,
          },
          {
            label: '最近审核',
            value: certification.reviewedAt === undefined ? '' : <DateTime value={certification.reviewedAt} />,
          },
          { label: '统一社会信用代码', value: tenant.uscc ?? '' },
          { label: '行业', value: industries.find(({ code }) => code === tenant.industry)?.name ?? '' },
          { label: '地址', value: `${tenant.place}${tenant.address ?? ''}` },
          { label: '联系人', value: tenant.contactName },
          { label: '联系邮箱', value: tenant.contactEmailMasked },
          { label: '账单复核', value: tenant.secondApprover ? '需要第二人复核' : '不需要' },
          { label: '注册时间', value: <DateTime value={tenant.createdAt} /> },
        ]}
      />
    </Card>
  );
};

/** The members with their roles; a name leads to the account. */
export const MemberCard = ({ tenant }: { tenant: TenantDetail }): JSX.Element => (
  <Card title={`成员（${tenant.memberCount}）`}>
    <ul className={css.list} aria-label="成员">
      {tenant.members.map((member) => (
        <li key={member.userId} className={css.row}>
          <span className={css.main}>
            <span>
              <a href={href(paths.users({ open: member.userId }))}>{`${member.name} ${member.mobileMasked}`.trim()}</a>{' '}
              <Tag>{roleNames[member.role]}</Tag> {member.status === 'active' ? null : <AccountTag {...member} />}
            </span>
            <span className={css.note}>通知另发：{sentOnText(member, noticeKindNames) || '不另发短信与邮件'}</span>
          </span>
          <span className={css.note}>
            加入于 <DateTime value={member.joinedAt} />
          </span>
        </li>
      ))}
    </ul>
    {tenant.memberCount > tenant.members.length ? (
      <p className={css.note}>{`只列出最早的 ${tenant.members.length}\u00a0位。`}</p>
    ) : null}
  </Card>
);

/** The name of an agreement, which leads to its text for those who may read content. */
const AgreementName = ({ id, title }: { id: string; title: string }): JSX.Element =>
  useAuth()['ops.content.read'] === true ? <a href={href(paths.agreement(id))}>{title}</a> : <>{title}</>;

/** Consents in short. */
export const ConsentCard = ({ consents }: Pick<TenantDetail, 'consents'>): JSX.Element => (
  <Card title={`授权（${consents.inForce}${'\u00a0'}项有效）`}>
    {consents.recent.length === 0 ? (
      <p className={css.note}>没有授权记录。</p>
    ) : (
      <ul className={css.list} aria-label="最近的授权">
        {consents.recent.map(({ recordId, agreementId, title, orgName, grantedAt, isInForce }) => (
          <li key={recordId} className={css.row}>
            <span>
              <AgreementName id={agreementId} title={title} />
              {orgName === undefined ? '' : `（${orgName}）`} {isInForce ? null : <Tag>已失效</Tag>}
            </span>
            <DateTime value={grantedAt} />
          </li>
        ))}
      </ul>
    )}
  </Card>
);

/** The leads that became this merchant. */
export const LeadCard = ({ leads }: Pick<TenantDetail, 'leads'>): JSX.Element => (
  <Card title="来自线索">
    <ul className={css.list} aria-label="来自线索">
      {leads.map(({ ticketNo, source, createdAt }) => (
        <li key={ticketNo} className={css.row}>
          <span>
            <a href={href(paths.leads({ open: ticketNo }))}>{ticketNo}</a> {leadSourceNames[source]}
          </span>
          <DateTime value={createdAt} />
        </li>
      ))}
    </ul>
  </Card>
);

/** What staff noted about the merchant, each with the way to its conversation for those who may read it. @source service 5.4 */
export const NoteCard = ({ notes }: Pick<TenantDetail, 'notes'>): JSX.Element => {
  const mayRead = useAuth()['ops.chat.read'] === true;
  return (
    <Card title="备注">
      <ul className={css.list} aria-label="备注">
        {notes.map(({ at, by, content, conversationId }) => (
          <li key={`${at} ${content}`} className={css.row}>
            <span>
              {content}
              {'\u3000'}
              {mayRead ? <a href={href(paths.chat({ open: conversationId }))}>{by}</a> : by}
            </span>
            <DateTime value={at} />
          </li>
        ))}
      </ul>
    </Card>
  );
};

/** The members' last tries to log in. */
export const LoginCard = ({ logins }: Pick<TenantDetail, 'logins'>): JSX.Element => (
  <Card title="成员的最近登录">
    <LoginRows
      logins={logins}
      who={({ userId, userName, mobileMasked }) => (
        <a href={href(paths.users({ open: userId }))}>{userName || mobileMasked}</a>
      )}
    />
  </Card>
);

type Event = TenantDetail['history'][number];

const roleChange = ({ fromRole, toRole }: Event): string =>
  [fromRole, toRole].map((role) => (role === undefined ? '' : roleNames[role])).join(' → ');

/** What happened to a member, or that there is the merchant; undefined for a step of its certification. */
const memberTitles: Readonly<Partial<Record<Event['kind'], (event: Event) => string>>> = {
  registered: () => '注册',
  joined: ({ of = '', toRole }) => `${of} 加入${toRole === undefined ? '' : `，为${roleNames[toRole]}`}`,
  roleChanged: (event) => `${event.of ?? ''} 的角色：${roleChange(event)}`,
  removed: ({ of = '' }) => `${of} 离开`,
};
const certificationTitles: Readonly<Partial<Record<Event['kind'], string>>> = eventNames;

const titleOf = (event: Event): string => memberTitles[event.kind]?.(event) ?? certificationTitles[event.kind] ?? '';

/** What happened to the merchant, newest first. */
export const HistoryCard = ({ history }: Pick<TenantDetail, 'history'>): JSX.Element => (
  <Card title="经过">
    <Timeline
      label="经过"
      steps={history.map((event) => ({
        key: `${event.at} ${event.kind} ${event.of ?? ''}`,
        title: titleOf(event),
        tone: event.kind === 'reject' || event.kind === 'removed' ? 'bad' : 'done',
        note: (
          <>
            <DateTime value={event.at} />
            {event.by === '' ? '' : ` · ${event.by}`}
          </>
        ),
      }))}
    />
  </Card>
);
