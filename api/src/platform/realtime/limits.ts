/** The page at `/api/events` shows these limits. */

export const MAX_CONNECTIONS_PER_USER = 10;
/** Limits anonymous connections. */
export const MAX_ANONYMOUS_PER_ADDRESS = 100;
/** Naming its user takes a client one message. */
export const MAX_UNDECIDED_PER_ADDRESS = 100;
/** Connections of users do not count. */
export const MAX_HANDSHAKES_PER_MINUTE = 200;
export const MAX_ROOMS_PER_SOCKET = 20;
export const MAX_ROOM_NAME_LENGTH = 100;
export const MAX_MESSAGE_BYTES = 16 * 1024;
/** Subscriptions after a reconnection count, too. */
export const MAX_MESSAGES_PER_SECOND = 30;
/** Packets for slow readers fill our memory. */
export const MAX_WAITING_PACKETS = 1_000;
