import { io, type Socket } from 'socket.io-client';

/** Opens as many sockets as asked, a few at a time, and reports how many stay open together. */
const AT_ONCE = 50;

interface Order {
  address: string;
  sessions: string[];
  perSession: number;
}

process.once('message', async ({ address, sessions, perSession }: Order) => {
  const wanted = sessions.flatMap((sessionId) => Array<string>(perSession).fill(sessionId));
  const sockets: Socket[] = [];
  for (let start = 0; start < wanted.length; start += AT_ONCE) {
    const opened = wanted.slice(start, start + AT_ONCE).map((sessionId) => open(address, sessionId));
    sockets.push(...(await Promise.all(opened)));
  }
  process.send?.(sockets.filter((socket) => socket.connected).length);
});

function open(address: string, sessionId: string): Promise<Socket> {
  const socket = io(address, { transports: ['websocket'], auth: { sessionId }, forceNew: true, reconnection: false });
  return new Promise((resolve) =>
    socket.once('connect', () => resolve(socket)).once('connect_error', () => resolve(socket)),
  );
}
