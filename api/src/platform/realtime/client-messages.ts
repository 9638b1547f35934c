import { Type } from 'typebox';
import { MAX_ROOM_NAME_LENGTH } from './limits.ts';

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
