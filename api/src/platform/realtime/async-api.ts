import { SESSION_COOKIE } from '../http/edge/credentials.ts';
import type { SocketEvent } from './events.ts';
import type { ModuleEvents } from './events-page.ts';
import { MAX_ROOM_NAME_LENGTH } from './limits.ts';
import { SOCKET_PATH } from './socket-path.ts';

interface AsyncApiOptions {
  version: string;
  /** Where clients reach this server. */
  url: string;
}

const INTRODUCTION = `What happens while a client is connected, told over Socket.IO 4 by a library of it. An event is a hint
that follows the commit of what it tells, sent once to who is connected at that moment: read what you show over HTTP when
you connect, and again whenever you have connected anew. \`/api/events\` says the same for people, with the limits.`;

/** The AsyncAPI 3 document of the sockets, from the server's point of view: it sends events and receives subscriptions. */
export function asyncApiDocument(modules: readonly ModuleEvents[], { version, url }: AsyncApiOptions): object {
  const events = modules.flatMap((each) => each.events);
  const channels = [...new Map(events.map((event) => [channelOf(event).id, channelOf(event)])).values()];
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Lisura events',
      version,
      description: INTRODUCTION,
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
    channels: {
      ...Object.fromEntries(
        channels.map(({ id, ...channel }) => [id, { ...channel, messages: messagesIn(id, events) }]),
      ),
      ...SUBSCRIPTION_CHANNELS,
    },
    operations: { ...Object.fromEntries(events.map(sendingOf)), ...SUBSCRIPTIONS },
    components: {
      messages: { ...Object.fromEntries(modules.flatMap(messagesOf)), ...SUBSCRIPTION_MESSAGES },
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

interface Channel {
  id: string;
  address: string;
  title: string;
  description: string;
  parameters?: Record<string, { description: string }>;
}

/** Who hears an event. A room is an address of its own, whose variable part stands in its name as `<id>`. */
function channelOf(event: SocketEvent): Channel {
  switch (event.audience) {
    case 'everybody':
      return { id: 'everybody', address: '/', title: 'Everybody', description: 'Every socket, anonymous ones too.' };
    case 'user':
      return { id: 'user', address: '/', title: 'One user', description: 'The sockets of the user whom it concerns.' };
    case 'room': {
      const names = [...event.room.matchAll(/<(\w+)>/g)].map(([, name = '']) => name);
      return {
        id: `room-${keyOf(event.room)}`,
        address: event.room.replaceAll(/<(\w+)>/g, '{$1}'),
        title: `The room ${event.room}`,
        description: 'The sockets that have subscribed to the room.',
        parameters: Object.fromEntries(names.map((name) => [name, { description: 'What the room is about' }])),
      };
    }
  }
}

/** Names have colons, keys of the document may not. */
const keyOf = (name: string) => name.replaceAll(/[^A-Za-z0-9]+/g, '-').replaceAll(/^-|-$/g, '');

const messagesIn = (channelId: string, events: readonly SocketEvent[]) =>
  Object.fromEntries(
    events
      .filter((event) => channelOf(event).id === channelId)
      .map(({ name }) => [keyOf(name), { $ref: `#/components/messages/${keyOf(name)}` }]),
  );

function messagesOf({ events }: ModuleEvents): [string, object][] {
  return events.map(({ name, description, payload }) => {
    const { examples = [], ...schema } = JSON.parse(JSON.stringify(payload)) as { examples?: object[] };
    return [
      keyOf(name),
      {
        name,
        title: name,
        summary: description,
        payload: schema,
        examples: examples.map((each) => ({ payload: each })),
      },
    ];
  });
}

function sendingOf(event: SocketEvent): [string, object] {
  const channel = `#/channels/${channelOf(event).id}`;
  return [
    `send-${keyOf(event.name)}`,
    {
      action: 'send',
      channel: { $ref: channel },
      title: event.name,
      summary: event.description,
      messages: [{ $ref: `${channel}/messages/${keyOf(event.name)}` }],
    },
  ];
}

const ROOM_NAME = {
  type: 'string',
  maxLength: MAX_ROOM_NAME_LENGTH,
  description: 'The name of a room that anybody may watch',
};

const SUBSCRIPTION_MESSAGES = {
  subscribe: { name: 'subscribe', title: 'subscribe', summary: 'Watch a room.', payload: ROOM_NAME },
  unsubscribe: { name: 'unsubscribe', title: 'unsubscribe', summary: 'Watch it no more.', payload: ROOM_NAME },
  acknowledgement: {
    name: 'acknowledgement',
    title: 'The acknowledgement of a subscription',
    summary: 'Whether the room is watched now, or no more.',
    payload: {
      type: 'object',
      required: ['ok'],
      properties: {
        ok: { type: 'boolean', description: 'Whether it was done' },
        error: { type: 'string', description: 'Why not, for a person', examples: ['Sala não permitida.'] },
        code: { type: 'string', description: 'Why not, for a program', examples: ['ROOM_NOT_ALLOWED'] },
      },
    },
  },
};

const SUBSCRIPTION_CHANNELS = {
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

const receiving = (name: 'subscribe' | 'unsubscribe') => ({
  action: 'receive',
  channel: { $ref: '#/channels/subscriptions' },
  title: name,
  summary: SUBSCRIPTION_MESSAGES[name].summary,
  messages: [{ $ref: `#/channels/subscriptions/messages/${name}` }],
  reply: {
    channel: { $ref: '#/channels/acknowledgements' },
    messages: [{ $ref: '#/channels/acknowledgements/messages/acknowledgement' }],
  },
});

const SUBSCRIPTIONS = { subscribe: receiving('subscribe'), unsubscribe: receiving('unsubscribe') };
