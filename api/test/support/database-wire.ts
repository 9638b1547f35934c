import { once } from 'node:events';
import net from 'node:net';

/**
 * Tests stand between a process and PostgreSQL with this. It understands the protocol just enough to know where a
 * message ends, which messages run something, and when the server is done with it.
 */

/** Statements are passed on whole: their messages up to the one that asks for the end. */
export function readStatements(
  onStatement: (text: string, pass: () => void) => void,
  pass: (bytes: Buffer) => void,
): (chunk: Buffer) => void {
  const textsByName = new Map<string, string>();
  let messages: Buffer[] = [];
  let text = '';
  return readMessages({ startsBare: true }, (type, message) => {
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
export function readAnswers(
  onSession: (pid: number) => void,
  onDone: () => void,
  onGreeted = () => {},
): (chunk: Buffer) => void {
  let isGreeted = false;
  return readMessages({ startsBare: false }, (type, message) => {
    if (type === 'K') onSession(message.readInt32BE(5));
    if (type !== 'Z') return;
    if (isGreeted) return onDone();
    isGreeted = true;
    onGreeted();
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

/**
 * A server on a free port stands before the database; each connection to it gets one to the database. A database that
 * moves is asked for its address each time.
 */
export async function standBefore(
  database: string | (() => string),
  onConnection: (client: net.Socket, upstream: net.Socket) => void,
): Promise<{ url: string; close(): Promise<void> }> {
  const databaseUrl = typeof database === 'string' ? () => database : database;
  const sockets = new Set<net.Socket>();
  const server = net.createServer((client) => {
    const upstream = net.connect(socketOf(databaseUrl()));
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      // Broken connections are its purpose; the other half ends with it.
      socket.on('error', () => undefined).on('close', () => [client, upstream].map((each) => each.destroy()));
    }
    onConnection(client, upstream);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  return {
    url: urlAt(databaseUrl(), port),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function socketOf(databaseUrl: string): net.NetConnectOpts {
  const url = new URL(databaseUrl);
  const port = Number(url.port || 5432);
  const folder = url.searchParams.get('host');
  return folder === null ? { host: url.hostname, port } : { path: `${folder}/.s.PGSQL.${port}` };
}

function urlAt(databaseUrl: string, port: number): string {
  const url = new URL(databaseUrl);
  url.searchParams.delete('host');
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return url.href;
}
