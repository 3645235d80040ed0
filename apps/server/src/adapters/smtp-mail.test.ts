import { afterEach, expect, it } from 'vitest';
import { createSmtpMail } from '#adapters/smtp-mail';
import type { MailSender } from '#kernel/sending/sender';
import { type MailAnswers, type MailRelay, startMailRelay } from '../../../../tools/carrier/mail-relay.ts';

const open: { close(): void }[] = [];
afterEach(() => {
  for (const each of open.splice(0)) each.close();
});

const mailVia = async (answers: MailAnswers, tail = '?tls=off'): Promise<{ relay: MailRelay; mail: MailSender }> => {
  const relay = await startMailRelay(answers);
  const mail = createSmtpMail({ url: `smtp://127.0.0.1:${relay.port}${tail}`, from: '融惠 <service@ronghui.example>' });
  open.push(mail, relay);
  return { relay, mail };
};
const letter = { id: 'abc', to: 'person@example.com', subject: '账单已出', text: '请登录查看。' };

it('running 2.1 a mail arrives with subject and text, and the same Message-ID at every attempt', async () => {
  const { relay, mail } = await mailVia({});
  expect(await mail.send(letter)).toEqual({ outcome: 'accepted', providerId: '<abc@ronghui.example>' });
  await mail.send(letter);
  for (const arrived of relay.mails) expect(arrived).toContain('Message-ID: <abc@ronghui.example>');
  expect(relay.mails).toHaveLength(2);
  expect(relay.mails[0]).toContain(`Subject: =?UTF-8?`);
});

it('running 2.1 without TLS nothing is sent, unless it is asked for', async () => {
  const { relay, mail } = await mailVia({}, '');
  expect(await mail.send(letter)).toMatchObject({ outcome: 'refused', class: 'failOver' });
  expect(relay.mails).toEqual([]);
});

it.each([
  ['RCPT', '550 no such user', { outcome: 'refused', class: 'number' }],
  ['RCPT', '451 later', { outcome: 'refused', class: 'retry' }],
  ['MAIL', '553 not from you', { outcome: 'refused', class: 'failOver' }],
  ['DATA', '554 no', { outcome: 'refused', class: 'failOver' }],
  ['.', '451 later', { outcome: 'refused', class: 'retry' }],
  ['.', '', { outcome: 'unknown' }],
] as const)(
  'running 2.3 a server that answers %s with “%s” is of that class, and no reason quotes the address',
  async (command, line, outcome) => {
    const { mail } = await mailVia({ [command]: line });
    const came = await mail.send(letter);
    expect(came).toMatchObject(outcome);
    expect(JSON.stringify(came)).not.toContain('person@');
  },
);

it('running 2.3 a server that is not there never had the mail', async () => {
  const { relay, mail } = await mailVia({});
  relay.close();
  expect(await mail.send(letter)).toMatchObject({ outcome: 'refused', class: 'retry' });
});
