import { createTransport } from 'nodemailer';
import type { MailSender, SendOutcome } from '#kernel/sending/sender';
import type { MailSettings } from '#kernel/setup/config-parts/sender-config';

const connections = 4;
/** @unit ms */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
/** Faults before the connection and its TLS stand: nothing has left. */
const neverLeft = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EDNS', 'ETLS', 'EHOSTUNREACH', 'ENETUNREACH']);

const fieldOf = (error: unknown, name: string): string => String(Object(error)[name] ?? '');

/** What an error of the library means for the mail. Only numbers and names go into the reason: the server's text may quote the address. */
const outcomeOf = (error: unknown): SendOutcome => {
  const [code, command] = [fieldOf(error, 'code'), fieldOf(error, 'command')];
  const status = Number(fieldOf(error, 'responseCode'));
  const at = `${status || code}${command === '' ? '' : `，${command}`}`;
  const refused = (why: 'retry' | 'failOver' | 'number', words: string): SendOutcome => ({
    outcome: 'refused',
    class: why,
    code: String(status || code),
    reason: `${words}（${at}）`,
  });
  if (code === 'EAUTH') return refused('failOver', '邮件服务器拒绝了登录');
  if (status >= 500 && command === 'RCPT TO') return refused('number', '收件地址不可用');
  if (status >= 500) return refused('failOver', '邮件服务器拒绝了邮件');
  if (status >= 400) return refused('retry', '邮件服务器暂时不可用');
  if ([code, fieldOf(error, 'originalCode')].some((each) => neverLeft.has(each)))
    return refused('retry', '连接不上邮件服务器');
  if (code === 'EENVELOPE') return refused('number', '收件地址不可用');
  return { outcome: 'unknown', reason: `邮件服务器没有答复（${at}）` };
};

/** Mail by SMTP over a pool of connections. A mail is text alone, so nothing in it opens a file or an address. @source running 2.1 */
export const createSmtpMail = ({ url, from }: MailSettings): MailSender => {
  const { protocol, hostname, port, username, password, searchParams } = new URL(url);
  const isTls = protocol === 'smtps:';
  const isOpen = searchParams.get('tls') === 'off';
  const standardPort = isTls ? 465 : 587;
  const domain = /@([^\s@<>]{1,255})>?$/.exec(from)?.[1] ?? hostname;
  const transport = createTransport({
    pool: true,
    maxConnections: connections,
    host: hostname,
    port: port === '' ? standardPort : Number(port),
    secure: isTls,
    requireTLS: !isTls && !isOpen,
    ignoreTLS: isOpen,
    ...(username === '' ? {} : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    disableFileAccess: true,
    disableUrlAccess: true,
    logger: false,
    ...timeouts,
  });
  return {
    async send({ id, to, subject, text }) {
      try {
        const sent = await transport.sendMail({ from, to, subject, text, messageId: `<${id}@${domain}>` });
        return { outcome: 'accepted', providerId: sent.messageId };
      } catch (error) {
        return outcomeOf(error);
      }
    },
    close: () => transport.close(),
  };
};
