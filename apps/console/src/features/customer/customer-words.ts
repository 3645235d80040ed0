import type { CallReply } from '@ronghui/client';
import type { Tone } from '@ronghui/ui';

type Account = CallReply<'ops.account.page'>['items'][number];
type Login = CallReply<'ops.account.detail'>['logins'][number];
type Member = CallReply<'ops.tenant.detail'>['members'][number];

/** The states of an account in words. */
export const accountStatusNames: Readonly<Record<Account['status'], string>> = {
  active: '正常',
  locked: '已锁定',
  cancelled: '已注销',
};
export const accountStatusTones: Readonly<Record<Account['status'], Tone>> = {
  active: 'ok',
  locked: 'bad',
  cancelled: 'neutral',
};

const methodNames: Readonly<Record<Login['method'], string>> = { password: '密码', sms: '短信', register: '注册' };

/** A try to log in, in words: 密码登录成功. */
export const loginText = ({ method, result }: Pick<Login, 'method' | 'result'>): string =>
  method === 'register' ? '注册' : `${methodNames[method]}登录${result === 'success' ? '成功' : '失败'}`;

const sentText = ({ sms, mail }: Member['sentOn'][number]): string =>
  [sms ? '短信' : '', mail ? '邮件' : ''].filter((each) => each !== '').join('与');

/** What a member has sent on beside the portal, in words; empty where nothing is. */
export const sentOnText = (
  { sentOn }: Pick<Member, 'sentOn'>,
  kindNames: Readonly<Record<Member['sentOn'][number]['kind'], string>>,
): string => sentOn.map((each) => `${kindNames[each.kind]}（${sentText(each)}）`).join('、');
