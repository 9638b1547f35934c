import type { SocketEvent } from './events.ts';
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
} from './limits.ts';
import { SOCKET_PATH } from './socket-path.ts';

export interface ModuleEvents {
  module: string;
  events: readonly SocketEvent[];
}

/** What of a schema is written on the page. */
interface FieldSchema {
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  anyOf?: FieldSchema[];
  items?: FieldSchema;
  properties?: Record<string, FieldSchema>;
  required?: string[];
  description?: string;
  examples?: unknown[];
}

/** How to connect, then every event of every module, in Markdown: docs/events.md, and the page at `/api/events`. */
export function eventsPage(modules: readonly ModuleEvents[], url = 'http://localhost:3000'): string {
  const sending = modules.filter(({ events }) => events.length > 0);
  return `${[howToConnect(url), roomsSection(sending), eventsSection(sending)].join('\n\n')}\n`;
}

const howToConnect = (url: string) => `# Events

<!-- Made by \`npm run docs\` from the events that the modules define. Do not edit it by hand. -->

What happens while a client is connected is told over [Socket.IO](https://socket.io/docs/v4/client-api/) 4. An event is a
hint that follows the commit of what it tells. It is sent once to who is connected at that moment and is not kept: read
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
| rooms of a socket | ${MAX_ROOMS_PER_SOCKET} | the subscription is refused |`;

function roomsSection(modules: readonly ModuleEvents[]): string {
  const rooms = modules.flatMap(({ events }) => events.flatMap((event) => (event.audience === 'room' ? [event] : [])));
  const list = rooms.map(({ room, name }) => `- \`${room}\`: ${eventLink(name)}`);
  const existing = list.length > 0 ? ['Rooms and what they bring:', '', ...list] : ['At present no event has a room.'];
  return `## Rooms

Some events are for who watches one thing. Send \`subscribe\` or \`unsubscribe\` with the room's name, at most
${MAX_ROOM_NAME_LENGTH} characters; the acknowledgement is the answer:

\`\`\`js
const answer = await socket.emitWithAck('subscribe', room);
// { ok: true }, or { ok: false, error: 'Sala não permitida.', code: 'ROOM_NOT_ALLOWED' }, or
// { ok: false, error: 'Salas demais ao mesmo tempo.', code: 'TOO_MANY_ROOMS' }
\`\`\`

Anybody may watch a room, anonymous sockets too, and repeating either does no harm. A new connection is in no room:
subscribe again after each \`connect\`. Nothing else that a client sends is listened to.

${existing.join('\n')}`;
}

function eventsSection(modules: readonly ModuleEvents[]): string {
  const rows = modules.flatMap(({ module, events }) =>
    events.map((event) => `| ${eventLink(event.name)} | ${audienceOf(event)} | ${module} |`),
  );
  const overview = ['## All events', '', '| Event | Who hears it | Module |', '| --- | --- | --- |', ...rows].join(
    '\n',
  );
  return [overview, ...modules.flatMap(({ events }) => events.map(eventSection))].join('\n\n');
}

function eventSection(event: SocketEvent): string {
  const payload = event.payload as FieldSchema;
  const rows = fieldRows(payload, '').map(({ path, type, meaning }) => `| \`${path}\` | ${type} | ${meaning} |`);
  return `### ${event.name}

For ${audienceOf(event)}. ${event.description}

| Field | Type | Meaning |
| --- | --- | --- |
${rows.join('\n')}

\`\`\`json
${JSON.stringify(payload.examples?.[0], null, 2)}
\`\`\``;
}

function audienceOf(event: SocketEvent): string {
  switch (event.audience) {
    case 'user':
      return 'the sockets of one user';
    case 'everybody':
      return event.room === undefined ? 'everybody' : `everybody, or the room \`${event.room}\` alone`;
    case 'room':
      return `the room \`${event.room}\``;
  }
}

/** As GitHub makes the anchor of a heading. */
const eventLink = (name: string) => `[\`${name}\`](#${name.toLowerCase().replaceAll(/[^\w -]/g, '')})`;

interface FieldRow {
  path: string;
  type: string;
  meaning: string;
}

function fieldRows({ properties = {}, required = [] }: FieldSchema, prefix: string): FieldRow[] {
  return Object.entries(properties).flatMap(([name, field]) => {
    const path = prefix + name;
    const type = required.includes(name) ? typeOf(field) : `${typeOf(field)}; may be absent`;
    const own = { path, type, meaning: inOneCell(field.description ?? '') };
    return [own, ...fieldRows(field, `${path}.`), ...fieldRows(field.items ?? {}, `${path}[].`)];
  });
}

function typeOf({ type, format, enum: values, anyOf, items }: FieldSchema): string {
  if (anyOf !== undefined) return anyOf.map(typeOf).join(' or ');
  if (values !== undefined) return values.map((value) => `\`${value}\``).join(', ');
  if (items !== undefined) return items.properties === undefined ? `list of ${typeOf(items)}` : 'list of objects';
  if (format === 'int64') return 'string, an id';
  if (format === 'date-time') return 'string, ISO 8601 in UTC';
  return type === undefined ? 'any JSON' : [type].flat().join(' or ');
}

const inOneCell = (text: string) => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ');
