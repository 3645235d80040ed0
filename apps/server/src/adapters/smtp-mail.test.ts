import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { createSmtpMail } from '#adapters/smtp-mail';
import type { MailSender } from '#kernel/sending/sender';

/** A mail server of some lines: what it answers to a command, and what arrived. */
interface Relay {
  readonly port: number;
  readonly mails: string[];
  close(): void;
}

type Answers = Readonly<Record<string, string>>;

/** Starts one; an answer that is empty ends the connection instead. */
const startRelay = async (answers: Answers = {}): Promise<Relay> => {
  const mails: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let [text, mail, isMail] = ['', '', false];
    const reply = (command: string, standard: string): void => {
      const line = answers[command] ?? standard;
      if (line === '') socket.destroy();
      else socket.write(`${line}\r\n`);
    };
    const take = (line: string): void => {
      if (isMail && line === '.') {
        isMail = false;
        mails.push(mail);
        mail = '';
        return reply('.', '250 kept');
      }
      if (isMail) {
        mail += `${line}\n`;
        return;
      }
      const command = line.slice(0, 4).toUpperCase();
      isMail = command === 'DATA' && (answers['DATA'] ?? '354').startsWith('354');
      reply(command, { DATA: '354 go on', STAR: '502 no' }[command] ?? '250 well');
    };
    socket.on('error', () => undefined);
    socket.on('data', (part) => {
      text += part.toString('utf8');
      const lines = text.split('\r\n');
      text = lines.pop() ?? '';
      for (const line of lines) take(line);
    });
    socket.write('220 relay\r\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    // A listening TCP server has such an address.
    port: (server.address() as AddressInfo).port,
    mails,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
};

const open: { close(): void }[] = [];
afterEach(() => {
  for (const each of open.splice(0)) each.close();
});

const mailVia = async (answers: Answers, tail = '?tls=off'): Promise<{ relay: Relay; mail: MailSender }> => {
  const relay = await startRelay(answers);
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
