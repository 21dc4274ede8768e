import { createServer, type Server, type Socket } from 'node:net';

/** A mail that the server has taken. */
export type Mail = { to: string; subject: string; header: string; text: string };

/** Decodes quoted-printable. */
const decode = (text: string) =>
  Buffer.from(
    text
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    'latin1',
  ).toString('utf8');

/** A mail server for tests: takes every mail. */
export class MailServer {
  readonly mails: Mail[] = [];
  private readonly server: Server = createServer((socket) => this.converse(socket));

  /** Starts it and returns its port. */
  async start(): Promise<number> {
    await new Promise<void>((ready) => this.server.listen(0, '127.0.0.1', ready));
    const address = this.server.address();
    if (!address || typeof address === 'string') throw new Error('no port');
    return address.port;
  }

  stop(): void {
    this.server.close();
  }

  private converse(socket: Socket): void {
    let [buffer, to, isData] = ['', '', false];
    const say = (line: string) => socket.write(`${line}\r\n`);
    socket.on('error', () => undefined);
    say('220 double ESMTP');
    socket.on('data', (bytes) => {
      buffer += bytes.toString('latin1');
      for (;;) {
        const end = buffer.indexOf(isData ? '\r\n.\r\n' : '\r\n');
        if (end < 0) return;
        const part = buffer.slice(0, end);
        buffer = buffer.slice(end + (isData ? 5 : 2));
        if (isData) {
          isData = false;
          this.mails.push(parse(to, part.replace(/\r\n\.\./g, '\r\n.')));
          say('250 taken');
        } else if (part.startsWith('RCPT')) {
          to = /<(.*)>/.exec(part)?.[1] ?? '';
          say('250 recipient');
        } else if (part.startsWith('DATA')) {
          isData = true;
          say('354 go ahead');
        } else if (part.startsWith('QUIT')) {
          say('221 bye');
          socket.end();
        } else {
          say('250 fine');
        }
      }
    });
  }
}

function parse(to: string, message: string): Mail {
  const [header = '', ...rest] = message.split('\r\n\r\n');
  const body = rest.join('\r\n\r\n');
  const plain = /Content-Type: text\/plain.*?\r\n\r\n(.*?)\r\n--/s.exec(body)?.[1] ?? '';
  return { to, header, subject: /^Subject: (.*)$/m.exec(header)?.[1]?.trim() ?? '', text: decode(plain) };
}
