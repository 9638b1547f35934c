import { Type } from 'typebox';
import { defineEvent } from '../../../platform/realtime/events.ts';
import { IdText } from '../../../platform/schemas.ts';
import { RarityColorField, RarityField } from '../../assets/items/index.ts';
import { BattleSummaryView, Cents, RoundNumber, SeatNumber } from './summaries.schemas.ts';

/** The room of a private battle ends with `:<invitationCode>`, so that only who knows the code watches it. */
const BATTLE_ROOM = 'battle:<id>';

/** Watched by anybody: its name has the invitation code where the battle is private. */
export const BATTLE_ROOMS = /^battle:[0-9]{1,19}(:[A-Za-z0-9_-]{16})?$/;

const OF_PRIVATE =
  'Events of a private battle are sent to its room alone, which is `battle:<id>:<invitationCode>`. `GET /api/battles/<id>` has ' +
  'the rest.';

const lobbyEvent = <Name extends string>(name: Name, description: string) =>
  defineEvent({
    name,
    audience: 'everybody',
    room: BATTLE_ROOM,
    description: `${description} ${OF_PRIVATE}`,
    payload: BattleSummaryView,
  });

export const battleCreated = defineEvent({
  name: 'battle:created',
  audience: 'everybody',
  description: 'A battle waits for players. It is not sent for private ones.',
  payload: BattleSummaryView,
});
export const battleJoined = lobbyEvent(
  'battle:joined',
  'Somebody, or a bot, has taken a seat. Of the last one, too, it says nothing of the outcome: `battle:finished` does.',
);
export const battleStarted = lobbyEvent(
  'battle:started',
  'The last seat is filled: nobody can join any more. Who has won is in `battle:finished`.',
);
export const battleFinished = lobbyEvent('battle:finished', 'Everything is decided. It follows the rounds.');
export const battleCancelled = lobbyEvent('battle:cancelled', 'It is not played, and every entry was given back.');

const RoundDrop = Type.Object({
  seat: SeatNumber,
  roll: Type.Integer({ minimum: 1, maximum: 10_000_000, description: 'What was rolled' }),
  itemId: Type.String({ ...IdText, description: 'The item that was drawn' }),
  itemName: Type.String({ description: 'Its name' }),
  imageUrl: Type.String({ description: 'Its picture' }),
  rarity: Type.Unsafe<string>(RarityField),
  rarityColor: RarityColorField,
  valueCents: Cents('What it counts: its value when the battle was created'),
  isFlip: Type.Boolean({ description: 'Whether the second wheel turned' }),
});

export const battleRound = defineEvent({
  name: 'battle:round',
  audience: 'room',
  room: BATTLE_ROOM,
  description:
    'What every seat has drawn in a round: one event a round, in their order, all after the battle is decided. The room of ' +
    'a private battle is `battle:<id>:<invitationCode>`. The seeds are in `GET /api/battles/<id>`.',
  payload: Type.Object(
    {
      battleId: Type.String({ ...IdText, description: 'The battle' }),
      round: RoundNumber,
      roundCount: Type.Integer({ minimum: 1, maximum: 50, description: 'How many rounds there are' }),
      rolls: Type.Array(RoundDrop, { description: 'By seat' }),
      totals: Type.Array(
        Type.Object({ seat: SeatNumber, totalCents: Cents('What it has drawn up to this round, with it') }),
        { description: 'By seat. What decides is the mode: in TERMINAL the last round alone counts' },
      ),
    },
    {
      examples: [
        {
          battleId: '301',
          round: 1,
          roundCount: 1,
          rolls: [
            {
              seat: 1,
              roll: 8_311_402,
              itemId: '77',
              itemName: 'AK-47 | Redline (Field-Tested)',
              imageUrl: 'https://images.example/items/77.png',
              rarity: 'CLASSIFIED',
              rarityColor: '#d32ce6',
              valueCents: '2870',
              isFlip: false,
            },
          ],
          totals: [{ seat: 1, totalCents: '2870' }],
        },
      ],
    },
  ),
});
