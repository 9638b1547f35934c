import type { Server as HttpServer } from 'node:http';
import { Server } from 'socket.io';
import { createFaultRules, type FaultRule, type FaultRules, whenProperties } from '../fault-rules.ts';
import type { Random } from '../seeded-random.ts';
import type { FeedMessage } from './market-views.ts';

const FEED_FAULTS = ['duplicate', 'reorder', 'late', 'contradict', 'lie', 'silent', 'disconnect', 'malformed'] as const;

type FeedFault = FaultRule & { fault: (typeof FEED_FAULTS)[number] };

export interface FeedSetting {
  faults?: FeedFault[];
  accepts?: boolean;
  /** Ends every connection. */
  disconnect?: true;
  /** Sends the messages that came late. */
  release?: true;
  /** Says this, whatever it is, as a trade's news. */
  send?: object;
}

export const feedSettingSchema = {
  type: 'object',
  additionalProperties: false,
  minProperties: 1,
  properties: {
    faults: {
      type: 'array',
      maxItems: 20,
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['fault'],
        properties: { fault: { type: 'string', enum: FEED_FAULTS }, ...whenProperties },
      },
    },
    accepts: { type: 'boolean' },
    disconnect: { type: 'boolean', const: true },
    release: { type: 'boolean', const: true },
    send: { type: 'object' },
  },
};

interface FeedState {
  accepts: boolean;
  connections: number;
  sent: number;
  /** Messages that wait, for a release or to be overtaken. */
  held: number;
  faults: readonly FeedFault[];
}

export interface Feed {
  notifyTrade(message: FeedMessage): void;
  notifyWallet(wallet: number): void;
  set(setting: FeedSetting): void;
  state(): FeedState;
  attach(server: HttpServer): void;
  close(): void;
}

/** Clients with the key in the header get news of trades by Socket.IO over websockets alone. */
export function createFeed({ apiKey, random }: { apiKey: string; random: Random }): Feed {
  const io = new Server({ path: '/socket.io/', transports: ['websocket'], serveClient: false });
  const rules = createFaultRules<FeedFault>(random);
  let accepts = true;
  const news = createNews(io, rules);

  io.use((socket, next) => {
    if (!accepts) return next(new Error('Try again later'));
    return next(socket.handshake.headers.authorization === apiKey ? undefined : new Error('wrong api'));
  });

  return {
    notifyTrade: news.tell,
    // The marketplace sends a change of its users as the fields that changed.
    notifyWallet: (wallet) => void io.emit('change_user', { wallet }),
    set(setting) {
      if (setting.accepts !== undefined) accepts = setting.accepts;
      if (setting.faults) rules.set(setting.faults);
      if (setting.release) news.release();
      if (setting.send) news.send(setting.send);
      if (setting.disconnect) io.disconnectSockets(true);
    },
    state: () => ({ accepts, connections: io.sockets.sockets.size, ...news.counts(), faults: rules.state() }),
    attach: (server) => void io.attach(server),
    close() {
      io.disconnectSockets(true);
      io.engine?.close();
    },
  };
}

/** Faults hold some news back and send others twice or wrong. */
function createNews(io: Server, rules: FaultRules<FeedFault>) {
  let sent = 0;
  /** Held back until they are released. */
  let late: FeedMessage[] = [];
  /** Held back until another has gone before it. */
  let overtaken: FeedMessage[] = [];

  function send(message: object): void {
    io.emit('steamTrade', message);
    sent += 1;
  }

  function sendOvertaken(): void {
    const waiting = overtaken;
    overtaken = [];
    waiting.forEach(send);
  }

  return {
    send,
    tell: (message: FeedMessage): void => {
      const fault = rules.strike(() => true)?.fault;
      if (fault === 'late') late.push(message);
      if (fault === 'reorder') overtaken.push(message);
      if (fault === 'disconnect') io.disconnectSockets(true);
      const news = newsOf(fault, message);
      news.forEach(send);
      if (news.length > 0) sendOvertaken();
    },
    release: (): void => {
      late.forEach(send);
      late = [];
      sendOvertaken();
    },
    counts: () => ({ sent, held: late.length + overtaken.length }),
  };
}

function newsOf(fault: FeedFault['fault'] | undefined, message: FeedMessage): object[] {
  switch (fault) {
    case 'silent':
    case 'late':
    case 'reorder':
    case 'disconnect':
      return [];
    case 'duplicate':
      return [message, message];
    case 'contradict':
      return [message, contraryOf(message)];
    case 'lie':
      return [contraryOf(message)];
    case 'malformed':
      return [{ type: message.type, data: { id: null, items: 'none' } }];
    case undefined:
      return [message];
  }
}

function contraryOf({ type, data }: FeedMessage): FeedMessage {
  return {
    type,
    data: { ...data, done: true, items: data.items.map((item) => ({ ...item, status: item.status === 6 ? 5 : 6 })) },
  };
}
