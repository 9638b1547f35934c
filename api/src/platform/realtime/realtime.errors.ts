import { defineError } from '../errors.ts';

export const tooManyConnections = defineError(
  'TOO_MANY_CONNECTIONS',
  429,
  'Conexões demais ao mesmo tempo.',
  'Of a socket: the user, or the address of anonymous ones, has as many as it may: close one, or log in.',
);
export const roomNotAllowed = defineError(
  'ROOM_NOT_ALLOWED',
  403,
  'Sala não permitida.',
  'Of a subscription: there is no such room that anybody may watch.',
);
export const tooManyRooms = defineError(
  'TOO_MANY_ROOMS',
  429,
  'Salas demais ao mesmo tempo.',
  'Of a subscription: the socket watches as many rooms as it may.',
);
