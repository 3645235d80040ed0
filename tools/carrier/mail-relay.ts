import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';

/** What a mail server answers to a command (its first four letters), in place of the standard. */
export type MailAnswers = Readonly<Record<string, string>>;

/** A mail server of some lines: what it answers to a command, and what arrived. */
export interface MailRelay {
  readonly port: number;
  readonly mails: readonly string[];
  /** From now on other answers. */
  answer(answers: MailAnswers): void;
  close(): void;
}

/** Starts one on loopback; an answer that is empty ends the connection instead. */
export const startMailRelay = async (first: MailAnswers = {}): Promise<MailRelay> => {
  let answers = first;
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
    socket.on('close', () => sockets.delete(socket));
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
    answer(other) {
      answers = other;
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
};
