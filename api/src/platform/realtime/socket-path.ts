/** Where the sockets are; everything else on the server is ordinary HTTP. */
export const SOCKET_PATH = '/socket.io/';
