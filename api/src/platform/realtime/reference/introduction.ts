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

/** Authors of clients read this Markdown first. */
export const introductionFor = (
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
