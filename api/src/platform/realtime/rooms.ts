import { type Static, Type } from 'typebox';
import { type AppError, defineError } from '../errors.ts';
import type { Id } from '../ids.ts';
import { type Identity, MAX_ROOM_NAME_LENGTH, type RealtimeSocket } from './sockets.ts';

export const tooManyConnections = defineError(
  'TOO_MANY_CONNECTIONS',
  429,
  'Conexões demais ao mesmo tempo.',
  'A socket is refused because the user, or the address of anonymous ones, has as many as allowed: close one, or log ' +
    'in.',
);
const roomNotAllowed = defineError(
  'ROOM_NOT_ALLOWED',
  403,
  'Sala não permitida.',
  'A subscription is refused because there is no such public room.',
);
const tooManyRooms = defineError(
  'TOO_MANY_ROOMS',
  429,
  'Salas demais ao mesmo tempo.',
  'A subscription is refused because the socket watches as many rooms as allowed.',
);

const RoomName = Type.String({
  maxLength: MAX_ROOM_NAME_LENGTH,
  description: 'The name of a room that anybody may watch',
});

export const SubscriptionAnswer = Type.Union(
  [
    Type.Object({ ok: Type.Literal(true) }),
    Type.Object({
      ok: Type.Literal(false),
      error: Type.String({ description: 'Why not, for a person', examples: ['Sala não permitida.'] }),
      code: Type.String({ description: 'Why not, for a program', examples: ['ROOM_NOT_ALLOWED'] }),
    }),
  ],
  { title: 'SubscriptionAnswer', description: 'Whether the room is watched now, or no more.' },
);

export const clientMessages = {
  subscribe: { description: 'Watch a room.', payload: RoomName, answer: SubscriptionAnswer },
  unsubscribe: { description: 'Watch it no more.', payload: RoomName, answer: SubscriptionAnswer },
} as const;

const USER_PREFIX = 'user:';
const SESSION_PREFIX = 'session:';

export const userRoom = (userId: Id<'user'>) => USER_PREFIX + userId;
/** A session's sockets can be cut in all processes. */
export const sessionRoom = (sessionId: string) => SESSION_PREFIX + sessionId;
/** The role of a session stays while a process runs. */
export const ADMIN_ROOM = 'administrators';

const isAdministrator = ({ role }: Identity) => role === 'ADMIN';

export const ownRooms = (identity: Identity): string[] => [
  userRoom(identity.userId),
  sessionRoom(identity.sessionId),
  ...(isAdministrator(identity) ? [ADMIN_ROOM] : []),
];

type Answer = Static<typeof SubscriptionAnswer>;

const refused = ({ message, code }: AppError): Answer => ({ ok: false, error: message, code });

/** The acknowledgement answers; other messages are ignored. */
export function createSubscriptions(
  publicRooms: readonly RegExp[],
  maxRooms: number,
): (socket: RealtimeSocket) => void {
  const isPublic = createRoomCheck(publicRooms);

  function subscribe(socket: RealtimeSocket, room: unknown): Answer {
    if (!isPublic(room)) return refused(roomNotAllowed());
    if (!socket.rooms.has(room) && publicRoomCount(socket) >= maxRooms) return refused(tooManyRooms());
    socket.join(room);
    return { ok: true };
  }

  function unsubscribe(socket: RealtimeSocket, room: unknown): Answer {
    if (!isPublic(room)) return refused(roomNotAllowed());
    socket.leave(room);
    return { ok: true };
  }

  return (socket) => {
    socket.on('subscribe', (room: unknown, acknowledge: unknown) => reply(acknowledge, subscribe(socket, room)));
    socket.on('unsubscribe', (room: unknown, acknowledge: unknown) => reply(acknowledge, unsubscribe(socket, room)));
  };
}

/** Rooms by identity and the socket's own room do not count. */
const publicRoomCount = ({ rooms, data: { identity } }: RealtimeSocket) =>
  rooms.size - 1 - (identity === undefined ? 0 : ownRooms(identity).length);

/** A client may send anything in place of an acknowledgement. */
function reply(acknowledge: unknown, answer: Answer): void {
  if (typeof acknowledge === 'function') acknowledge(answer);
}

function createRoomCheck(publicRooms: readonly RegExp[]): (room: unknown) => room is string {
  // With these flags a pattern would refuse every other name.
  const patterns = publicRooms.map(({ source, flags }) => new RegExp(source, flags.replaceAll(/[gy]/g, '')));
  return (room): room is string =>
    typeof room === 'string' &&
    room.length <= MAX_ROOM_NAME_LENGTH &&
    room !== ADMIN_ROOM &&
    !room.startsWith(USER_PREFIX) &&
    !room.startsWith(SESSION_PREFIX) &&
    patterns.some((pattern) => pattern.test(room));
}
