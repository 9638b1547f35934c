/** The limits of one client. The page at `/api/events` shows them to authors of clients. */

export const MAX_CONNECTIONS_PER_USER = 10;
/** Limits anonymous connections. */
export const MAX_ANONYMOUS_PER_ADDRESS = 100;
/** Limits connections that have not named their user yet, which takes a client one message. */
export const MAX_UNDECIDED_PER_ADDRESS = 100;
/** Connections that turn out to be a user's do not count. */
export const MAX_HANDSHAKES_PER_MINUTE = 200;
export const MAX_ROOMS_PER_SOCKET = 20;
export const MAX_ROOM_NAME_LENGTH = 100;
export const MAX_MESSAGE_BYTES = 16 * 1024;
/** Everything a client sends counts, subscriptions to all its rooms after a reconnection included. */
export const MAX_MESSAGES_PER_SECOND = 30;
/** A client that reads so slowly that this many packets wait for it would fill our memory. */
export const MAX_WAITING_PACKETS = 1_000;
