import type { TSchema } from 'typebox';
import { SESSION_COOKIE } from '../../http/edge/access.ts';
import type { SocketEvent, SocketEvents } from '../events.ts';
import { clientMessages, SubscriptionAnswer } from '../rooms.ts';
import { SOCKET_PATH } from '../sockets.ts';
import { introductionFor } from './introduction.ts';

export interface AsyncApiDocument {
  asyncapi: '3.0.0';
  info: { title: string; version: string; description: string; license: { name: string; url: string } };
  defaultContentType: string;
  servers: Record<string, object>;
  channels: Record<string, Channel>;
  operations: Record<string, Operation>;
  components: { messages: Record<string, Message>; securitySchemes: object };
}

export interface Reference {
  $ref: string;
}

export interface Channel {
  address?: string;
  title: string;
  description: string;
  parameters?: Record<string, { description: string }>;
  messages: Record<string, Reference>;
}

interface Operation {
  action: 'send' | 'receive';
  channel: Reference;
  title: string;
  summary: string;
  messages: Reference[];
  reply?: { channel: Reference; messages: Reference[] };
}

export interface Message {
  name: string;
  title: string;
  summary: string;
  'x-module'?: string;
  payload: JsonSchema;
  examples?: { payload: unknown }[];
}

export interface JsonSchema {
  title?: string;
  description?: string;
  type?: string | string[];
  format?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
}

interface AsyncApiOptions {
  version: string;
  url: string;
}

/** The server sends events and receives subscriptions. */
export function asyncApiDocument(events: SocketEvents, { version, url }: AsyncApiOptions): AsyncApiDocument {
  const sent = [...events.values()];
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Lisura events',
      version,
      description: introductionFor(url),
      license: { name: 'Apache License 2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    defaultContentType: 'application/json',
    servers: {
      lisura: {
        host: new URL(url).host,
        pathname: SOCKET_PATH,
        protocol: 'socket.io',
        protocolVersion: '5',
        description: `Socket.IO by polling and WebSocket, at ${url}. Without a session a socket is anonymous.`,
        security: Object.keys(SECURITY_SCHEMES).map((name) => ({ $ref: `#/components/securitySchemes/${name}` })),
      },
    },
    channels: { ...eventChannels(sent.map(({ event }) => event)), ...SUBSCRIPTION_CHANNELS },
    operations: Object.fromEntries([
      ...sent.flatMap(({ event }) => sendingOf(event)),
      ...Object.keys(clientMessages).map((name) => [name, receivingOf(name as keyof typeof clientMessages)]),
    ]),
    components: {
      messages: {
        ...Object.fromEntries(sent.map(({ module, event }) => [keyOf(event.name), messageOf(module, event)])),
        ...SUBSCRIPTION_MESSAGES,
      },
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

const SECURITY_SCHEMES = {
  sessionCookie: { type: 'httpApiKey', in: 'cookie', name: SESSION_COOKIE, description: 'Set by the login' },
  sessionBearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'The session id, also as `auth.sessionId` of the library',
  },
};

type Receivers = Omit<Channel, 'messages'> & { id: string };

const EVERYBODY: Receivers = {
  id: 'everybody',
  address: '/',
  title: 'Everybody',
  description: 'Every socket, anonymous ones too.',
};

const ONE_USER: Receivers = {
  id: 'user',
  address: '/',
  title: 'The sockets of one user',
  description: 'The sockets of the user whom it concerns.',
};

const ADMINISTRATORS: Receivers = {
  id: 'administrators',
  address: '/',
  title: 'Administrators',
  description: 'The sockets of administrators, who need not subscribe to anything.',
};

/** The variable part of a room is `<id>`. */
function roomReceivers(room: string): Receivers {
  const names = [...room.matchAll(/<(\w+)>/g)].map(([, name = '']) => name);
  return {
    id: `room-${keyOf(room)}`,
    address: room.replaceAll(/<(\w+)>/g, '{$1}'),
    title: `The room ${room}`,
    description: 'The sockets that have subscribed to the room.',
    parameters: Object.fromEntries(names.map((name) => [name, { description: 'What the room is about' }])),
  };
}

/** Each occurrence goes to one of several receivers. */
function receiversOf(event: SocketEvent): Receivers[] {
  switch (event.audience) {
    case 'user':
      return [ONE_USER];
    case 'everybody':
      return event.room === undefined ? [EVERYBODY] : [EVERYBODY, roomReceivers(event.room)];
    case 'room':
      return [roomReceivers(event.room)];
    case 'administrators':
      return [ADMINISTRATORS];
  }
}

/** Keys of the document may not have colons. */
const keyOf = (name: string) => name.replaceAll(/[^A-Za-z0-9]+/g, '-').replaceAll(/^-|-$/g, '');

function eventChannels(events: readonly SocketEvent[]): Record<string, Channel> {
  const channels: Record<string, Channel> = {};
  for (const event of events) {
    for (const { id, ...receivers } of receiversOf(event)) {
      channels[id] ??= { ...receivers, messages: {} };
      channels[id].messages[keyOf(event.name)] = { $ref: `#/components/messages/${keyOf(event.name)}` };
    }
  }
  return channels;
}

function sendingOf(event: SocketEvent): [string, Operation][] {
  return receiversOf(event).map(({ id }) => [
    `send-${keyOf(event.name)}-to-${id}`,
    {
      action: 'send',
      channel: { $ref: `#/channels/${id}` },
      title: event.name,
      summary: event.description,
      messages: [{ $ref: `#/channels/${id}/messages/${keyOf(event.name)}` }],
    },
  ]);
}

function messageOf(module: string, { name, description, payload }: SocketEvent): Message {
  const { examples = [], ...schema } = plain(payload);
  return {
    name,
    title: name,
    summary: description,
    'x-module': module,
    payload: schema,
    examples: examples.map((each) => ({ payload: each })),
  };
}

const plain = (schema: TSchema): JsonSchema & { examples?: unknown[] } => JSON.parse(JSON.stringify(schema));

const clientMessage = (name: keyof typeof clientMessages): Message => ({
  name,
  title: name,
  summary: clientMessages[name].description,
  payload: plain(clientMessages[name].payload),
});

const SUBSCRIPTION_MESSAGES: Record<string, Message> = {
  subscribe: clientMessage('subscribe'),
  unsubscribe: clientMessage('unsubscribe'),
  acknowledgement: {
    name: 'acknowledgement',
    title: 'The acknowledgement of a subscription',
    summary: 'Whether the room is watched now, or no more.',
    payload: plain(SubscriptionAnswer),
  },
};

const SUBSCRIPTION_CHANNELS: Record<string, Channel> = {
  subscriptions: {
    address: '/',
    title: 'Subscriptions',
    description: 'What a client may send. A new connection is in no room: subscribe again after each.',
    messages: {
      subscribe: { $ref: '#/components/messages/subscribe' },
      unsubscribe: { $ref: '#/components/messages/unsubscribe' },
    },
  },
  acknowledgements: {
    title: 'Acknowledgements',
    description: 'The answer to a subscription, by the acknowledgement of Socket.IO.',
    messages: { acknowledgement: { $ref: '#/components/messages/acknowledgement' } },
  },
};

const receivingOf = (name: keyof typeof clientMessages): Operation => ({
  action: 'receive',
  channel: { $ref: '#/channels/subscriptions' },
  title: name,
  summary: clientMessages[name].description,
  messages: [{ $ref: `#/channels/subscriptions/messages/${name}` }],
  reply: {
    channel: { $ref: '#/channels/acknowledgements' },
    messages: [{ $ref: '#/channels/acknowledgements/messages/acknowledgement' }],
  },
});
