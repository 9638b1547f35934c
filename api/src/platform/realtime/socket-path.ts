import type { IncomingMessage } from 'node:http';

/** Where the sockets are; everything else on the server is ordinary HTTP. */
export const SOCKET_PATH = '/socket.io/';

export const isForSockets = ({ url }: IncomingMessage): boolean => url?.startsWith(SOCKET_PATH) === true;
