import { type Static, Type } from 'typebox';
import type { AppError } from '../errors.ts';
import type { Id } from '../ids.ts';
import { MAX_ROOM_NAME_LENGTH } from './limits.ts';
import { roomNotAllowed, tooManyRooms } from './realtime.errors.ts';
import type { Identity, RealtimeSocket } from './sockets.ts';

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

/** Joined by the server alone. */
export const userRoom = (userId: Id<'user'>) => USER_PREFIX + userId;
/** Joined by the server alone, so that a session's sockets can be cut wherever they are. */
export const sessionRoom = (sessionId: string) => SESSION_PREFIX + sessionId;
/** Joined by the server alone. Its sockets leave it with their session, whose role does not change while a process runs. */
export const ADMIN_ROOM = 'administrators';

const isAdministrator = ({ role }: Identity) => role === 'ADMIN';

/** The rooms that a socket is in from the beginning to its end, because of who it is. */
export const ownRooms = (identity: Identity): string[] => [
  userRoom(identity.userId),
  sessionRoom(identity.sessionId),
  ...(isAdministrator(identity) ? [ADMIN_ROOM] : []),
];

type Answer = Static<typeof SubscriptionAnswer>;

const refused = ({ message, code }: AppError): Answer => ({ ok: false, error: message, code });

/** `subscribe` and `unsubscribe` with a room's name, answered through the acknowledgement. Nothing else is listened to. */
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

/** Without the room of the socket's own id, which Socket.IO makes, and those that it is in because of who it is. */
const publicRoomCount = ({ rooms, data: { identity } }: RealtimeSocket) =>
  rooms.size - 1 - (identity === undefined ? 0 : ownRooms(identity).length);

/** A client need not ask for an acknowledgement, and may send anything in its place. */
function reply(acknowledge: unknown, answer: Answer): void {
  if (typeof acknowledge === 'function') acknowledge(answer);
}

function createRoomCheck(publicRooms: readonly RegExp[]): (room: unknown) => room is string {
  // With these flags a pattern remembers where it stopped and would refuse every other name.
  const patterns = publicRooms.map(({ source, flags }) => new RegExp(source, flags.replaceAll(/[gy]/g, '')));
  return (room): room is string =>
    typeof room === 'string' &&
    room.length <= MAX_ROOM_NAME_LENGTH &&
    room !== ADMIN_ROOM &&
    !room.startsWith(USER_PREFIX) &&
    !room.startsWith(SESSION_PREFIX) &&
    patterns.some((pattern) => pattern.test(room));
}
