import { defineError } from '../errors.ts';

export const tooManyConnections = defineError(
  'TOO_MANY_CONNECTIONS',
  429,
  'Conexões demais ao mesmo tempo.',
  'A socket is refused because the user, or the address of anonymous ones, has as many as allowed: close one, or log ' +
    'in.',
);
export const roomNotAllowed = defineError(
  'ROOM_NOT_ALLOWED',
  403,
  'Sala não permitida.',
  'A subscription is refused because there is no such public room.',
);
export const tooManyRooms = defineError(
  'TOO_MANY_ROOMS',
  429,
  'Salas demais ao mesmo tempo.',
  'A subscription is refused because the socket watches as many rooms as allowed.',
);
