import type { TSchema } from 'typebox';
import { SESSION_COOKIE } from '../../http/edge/access.ts';
import type { SocketEvent, SocketEvents } from '../events.ts';
import { clientMessages, SubscriptionAnswer } from '../rooms.ts';
import {
  MAX_ANONYMOUS_PER_ADDRESS,
  MAX_CONNECTIONS_PER_USER,
  MAX_HANDSHAKES_PER_MINUTE,
  MAX_MESSAGE_BYTES,
  MAX_MESSAGES_PER_SECOND,
  MAX_ROOM_NAME_LENGTH,
  MAX_ROOMS_PER_SOCKET,
  MAX_UNDECIDED_PER_ADDRESS,
  MAX_WAITING_PACKETS,
  SOCKET_PATH,
} from '../sockets.ts';

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

/** Authors of clients read this Markdown first. */
const introductionFor = (
  url: string,
) => `What happens while a client is connected is sent over [Socket.IO](https://socket.io/docs/v4/client-api/) 4. An event is a
hint that follows the commit of what it is about. It is sent once to who is connected at that moment and is not kept: read
what you show over HTTP when you connect, and again whenever you have connected anew.

## Connect

\`\`\`js
import { io } from 'socket.io-client';

const socket = io('${url}', { auth: { sessionId } });
socket.on('balance:updated', ({ balanceCents }) => showBalance(balanceCents));
socket.on('connect_error', ({ message, data }) => console.warn(data?.code, message));
\`\`\`

The path is \`${SOCKET_PATH}\`, the client library's own default, beside \`/api\`. WebSocket is always
served. Polling is where one process answers, or each client is always sent to the same one; where several share a port it is
refused. So ask for the first alone where you can: \`transports: ['websocket']\`.

The session is named in one of three ways, the first that is there counts: the cookie \`sessionId\`, the library's
\`auth.sessionId\`, or the header \`Authorization: Bearer <session id>\`. Without any the socket is anonymous and hears
what everybody hears. A client may name its device, in the header \`x-device-id\` or, since browsers set no header on a
WebSocket, as \`auth.deviceId\`; a session that belongs to another device is then refused.

A page must be of the platform's own site or of one that \`WEB_ORIGINS\` names. Programs that send no \`Origin\` may
connect.

### When it is refused

| \`connect_error\` | Its \`data.code\` | Why | What to do |
| --- | --- | --- | --- |
| \`Unauthorized\` | \`UNAUTHORIZED\` | the session is unknown or has ended, or its id cannot be read | log in |
| \`Device mismatch\` | \`DEVICE_MISMATCH\` | the session belongs to another device | log in on this one |
| \`Conexões demais ao mesmo tempo.\` | \`TOO_MANY_CONNECTIONS\` | the user has ${MAX_CONNECTIONS_PER_USER} connections already, or the address ${MAX_ANONYMOUS_PER_ADDRESS} anonymous ones | close one, or log in |
| \`Too many requests\` | \`TOO_MANY_REQUESTS\` | the address has named too many sessions that do not exist | wait a minute |
| \`xhr poll error\`, \`websocket error\` | none | no connection, or the answer 403: a page of another site, too many handshakes of one address, or a server that is closing | the library tries again by itself |

After one of the first four the library does not try again by itself. A session that ends (logged out, revoked,
expired, banned) loses its sockets within a second or so, with the reason \`io server disconnect\`, after which it does
not either. When a connection breaks otherwise, it does.

### Limits

| What | Limit | Beyond it |
| --- | --- | --- |
| connections of a user | ${MAX_CONNECTIONS_PER_USER} | the newest is refused |
| anonymous connections of an address | ${MAX_ANONYMOUS_PER_ADDRESS}; those of users do not count | the newest is refused |
| connections of an address that have not said whose they are | ${MAX_UNDECIDED_PER_ADDRESS} | the oldest is closed |
| handshakes of an address | ${MAX_HANDSHAKES_PER_MINUTE} a minute; those that become a user's do not count | refused, unless the cookie or the bearer header names a valid session |
| one message from a client | ${MAX_MESSAGE_BYTES} bytes | the connection is closed |
| messages from a client | ${MAX_MESSAGES_PER_SECOND} a second, subscriptions included | the connection is closed |
| packets that wait for a client which does not read | ${MAX_WAITING_PACKETS} | the connection is closed |
| rooms of a socket | ${MAX_ROOMS_PER_SOCKET} | the subscription is refused |

## Rooms

Some events are for who watches one thing. Send \`subscribe\` or \`unsubscribe\` with the room's name, at most
${MAX_ROOM_NAME_LENGTH} characters; the acknowledgement is the answer:

\`\`\`js
const answer = await socket.emitWithAck('subscribe', room);
// { ok: true }, or { ok: false, error: 'Sala não permitida.', code: 'ROOM_NOT_ALLOWED' }, or
// { ok: false, error: 'Salas demais ao mesmo tempo.', code: 'TOO_MANY_ROOMS' }
\`\`\`

Anybody may watch a room, anonymous sockets too, and repeating either does no harm. A new connection is in no room:
subscribe again after each \`connect\`. Nothing else that a client sends is listened to.`;
