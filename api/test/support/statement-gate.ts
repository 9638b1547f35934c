import { once } from 'node:events';
import net from 'node:net';

/** A point in the conversation of a process with its database. Statements count from 1, `begin` and `commit` too. */
export interface Moment {
  statement: number;
  /**
   * `before` it is sent, when everything before it has been done and answered; `during`, as soon as it is on its way;
   * `after` it was done, with the answer on its way back.
   */
  when: 'before' | 'during' | 'after';
}

export interface StatementGate {
  /** The database as the watched process must be given it. */
  url: string;
  /** What the process has sent, in order. */
  statements: string[];
  /** The sessions that it had on the server. */
  sessionPids: number[];
  close(): Promise<void>;
}

/**
 * Stands between a process and PostgreSQL and lets every statement through until `moment` comes. Then it tells so,
 * and from there on nothing passes any more in either direction: to the server it looks as if the process had fallen
 * silent there, and when that dies its sessions end as they would without the gate. Understands so much of the protocol
 * that it knows where a message ends, which ones run something, and when the server is through with it.
 */
export async function openStatementGate(
  databaseUrl: string,
  moment: Moment | null,
  onMoment: () => void,
): Promise<StatementGate> {
  const statements: string[] = [];
  const sessionPids: number[] = [];
  const sockets = new Set<net.Socket>();
  let unanswered = 0;
  let phase: 'open' | 'waiting' | 'shut' = 'open';

  function shut(): void {
    phase = 'shut';
    onMoment();
  }

  function onStatement(text: string, pass: () => void): void {
    if (phase !== 'open') return;
    statements.push(text);
    const when = statements.length === moment?.statement ? moment.when : undefined;
    if (when !== 'before') {
      unanswered += 1;
      pass();
    }
    if (when === undefined) return;
    phase = 'waiting';
    if (when === 'during' || unanswered === 0) shut();
  }

  function onDone(): void {
    unanswered -= 1;
    if (phase === 'waiting' && unanswered === 0) shut();
  }

  const server = net.createServer((client) => {
    const upstream = net.connect(socketOf(databaseUrl));
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      // A connection that breaks is what this is for; its other half ends with it.
      socket.on('error', () => undefined).on('close', () => [client, upstream].map((each) => each.destroy()));
    }
    const read = readStatements(onStatement, (bytes) => upstream.write(bytes));
    client.on('data', read);
    const follow = readAnswers((pid) => sessionPids.push(pid), onDone);
    upstream.on('data', (chunk: Buffer) => {
      follow(chunk);
      if (phase === 'open') client.write(chunk);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  return {
    url: gateUrlOf(databaseUrl, port),
    statements,
    sessionPids,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** What is sent is passed on a whole statement at a time: its messages up to the one that asks for its end. */
function readStatements(
  onStatement: (text: string, pass: () => void) => void,
  pass: (bytes: Buffer) => void,
): (chunk: Buffer) => void {
  const textsByName = new Map<string, string>();
  let messages: Buffer[] = [];
  let text = '';
  return readMessages({ startsBare: true }, (type, message) => {
    // The greeting, a password, a good-bye.
    if (['', 'p', 'X'].includes(type)) return pass(message);
    messages.push(message);
    const [first = '', second = ''] = message.toString('utf8', 5).split('\0');
    if (type === 'P') textsByName.set(first, second);
    if (type === 'B') text = textsByName.get(second) ?? second;
    if (type === 'Q') text = first;
    if (type !== 'Q' && type !== 'S') return;
    const whole = Buffer.concat(messages);
    messages = [];
    onStatement(text.replaceAll(/\s+/g, ' ').trim(), () => pass(whole));
  });
}

/** Each statement ends with "ready for the next"; so does the greeting, which tells the number of the session. */
function readAnswers(onSession: (pid: number) => void, onDone: () => void): (chunk: Buffer) => void {
  let isGreeted = false;
  return readMessages({ startsBare: false }, (type, message) => {
    if (type === 'K') onSession(message.readInt32BE(5));
    if (type !== 'Z') return;
    if (isGreeted) onDone();
    isGreeted = true;
  });
}

/** A message is a letter, its length and the rest; the first one that a client sends has no letter. */
function readMessages(
  { startsBare }: { startsBare: boolean },
  onMessage: (type: string, message: Buffer) => void,
): (chunk: Buffer) => void {
  let unread = Buffer.alloc(0);
  let letters = startsBare ? 0 : 1;
  return (chunk) => {
    unread = Buffer.concat([unread, chunk]);
    while (unread.length >= letters + 4) {
      const length = letters + unread.readInt32BE(letters);
      if (unread.length < length) return;
      onMessage(unread.toString('latin1', 0, letters), unread.subarray(0, length));
      unread = unread.subarray(length);
      letters = 1;
    }
  };
}

function socketOf(databaseUrl: string): net.NetConnectOpts {
  const url = new URL(databaseUrl);
  const port = Number(url.port || 5432);
  const folder = url.searchParams.get('host');
  return folder === null ? { host: url.hostname, port } : { path: `${folder}/.s.PGSQL.${port}` };
}

function gateUrlOf(databaseUrl: string, port: number): string {
  const url = new URL(databaseUrl);
  url.searchParams.delete('host');
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return url.href;
}
