import { type TObject, Type } from 'typebox';
import type { Id } from '../../../platform/ids.ts';
import type { Cents } from '../../../platform/money.ts';
import { defineEvent, type Push } from '../../../platform/realtime/events.ts';
import { cents, flag, id, listOf, string, unnamed, written } from '../../../platform/record.ts';
import { RarityColorField, RarityField } from '../../assets/items/index.ts';
import { notifyBalance } from '../../assets/wallet/index.ts';
import type { SystemNotification } from '../../people/notifications/index.ts';
import type { ShowDrops } from '../drops/index.ts';
import { type Balances, type Battle, type ChangedBattle, coloured } from './shown-battle.records.ts';
import { RoundNumber, SeatNumber, Summary, summaryView } from './summaries.records.ts';

/** The room of a private battle ends with `:<invitationCode>`, so only those who know the code can watch it. */
const BATTLE_ROOM = 'battle:<id>';

export const BATTLE_ROOMS = /^battle:[0-9]{1,19}(:[A-Za-z0-9_-]{16})?$/;

const OF_PRIVATE =
  'Events of a private battle are sent to its room alone, which is `battle:<id>:<invitationCode>`. `GET /api/battles/<id>` has ' +
  'the rest.';

const payload = Summary as TObject<typeof Summary.properties>;

const lobbyEvent = <Name extends string>(name: Name, description: string) =>
  defineEvent({
    name,
    audience: 'everybody',
    room: BATTLE_ROOM,
    description: `${description} ${OF_PRIVATE}`,
    payload,
  });

export const battleCreated = defineEvent({
  name: 'battle:created',
  audience: 'everybody',
  description: 'A battle waits for players. It is not sent for private ones.',
  payload,
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

const RoundDrop = unnamed({
  seat: SeatNumber,
  roll: Type.Integer({ minimum: 1, maximum: 10_000_000, description: 'What was rolled', examples: [8_311_402] }),
  itemId: id<'item'>('The item that was drawn'),
  itemName: string('Its name', 'AK-47 | Redline (Field-Tested)'),
  imageUrl: string('Its picture', 'https://images.example/items/77.png'),
  rarity: Type.Unsafe<string>({ ...RarityField, examples: ['CLASSIFIED'] }),
  rarityColor: RarityColorField,
  valueCents: cents('What it counts: its value when the battle was created', '2870'),
  isFlip: flag('Whether the second wheel turned', false),
});
const Total = unnamed({
  seat: SeatNumber,
  totalCents: cents('What it has drawn up to this round, with it', '2870'),
});

export const battleRound = defineEvent({
  name: 'battle:round',
  audience: 'room',
  room: BATTLE_ROOM,
  description:
    'What every seat has drawn in a round: one event a round, in their order, all after the battle is decided. The room of ' +
    'a private battle is `battle:<id>:<invitationCode>`. The seeds are in `GET /api/battles/<id>`.',
  payload: unnamed({
    battleId: id<'battle'>('The battle'),
    round: RoundNumber,
    roundCount: Type.Integer({ minimum: 1, maximum: 50, description: 'How many rounds there are', examples: [1] }),
    rolls: listOf(RoundDrop, 'By seat'),
    totals: listOf(Total, 'By seat. What decides is the mode: in TERMINAL the last round alone counts'),
  }),
});

export const notDecided = ({
  userId,
  battleId,
}: {
  userId: Id<'user'>;
  battleId: Id<'battle'>;
}): SystemNotification => ({
  userId,
  title: 'Batalha cancelada',
  message: `O sorteio público não respondeu por um dia, e a batalha ${battleId} foi cancelada. Sua entrada foi devolvida.`,
  en: {
    title: 'Battle cancelled',
    message: `The public draw was silent for a day, and battle ${battleId} was cancelled. Your entry was given back.`,
  },
  metadata: { battleId },
});

const GAME = 'BATTLES';

interface Tellers {
  push: Push;
  showDrops: ShowDrops;
}

type LobbyEvent = typeof battleJoined | typeof battleStarted | typeof battleFinished | typeof battleCancelled;

/**
 * Shows a battle as it was when its last seat was taken: watchers of the rounds learn the winner by `battle:finished`.
 */
function undecided(battle: Battle): Battle {
  if (battle.status !== 'COMPLETED') return battle;
  return { ...battle, status: 'IN_PROGRESS', endedAt: null, winningTeam: null, potCents: null };
}

const roomOf = ({ id, invitationCode }: Battle) =>
  invitationCode === null ? `battle:${id}` : `battle:${id}:${invitationCode}`;

/** A battle that was just created or joined was not paused, and after it was played or cancelled it cannot be. */
const summaryOf = (battle: Battle) => written(Summary, summaryView({ ...battle, isPaused: false }));

function notifyLobby(push: Push, event: LobbyEvent, battle: Battle): void {
  if (battle.invitationCode === null) push.toAll(event, summaryOf(battle));
  else push.toRoom(roomOf(battle), event, summaryOf(battle));
}

export function notifyCreated(push: Push, { battle, balances }: ChangedBattle): void {
  notifyBalances(push, battle, balances);
  if (battle.invitationCode === null) push.toAll(battleCreated, summaryOf(battle));
}

/** Balances come last, because they may reveal the outcome. */
export function notifyJoined({ push, showDrops }: Tellers, { battle, balances, dropIds }: ChangedBattle): void {
  notifyLobby(push, battleJoined, undecided(battle));
  if (battle.status !== 'WAITING') notifyLobby(push, battleStarted, undecided(battle));
  if (battle.status === 'COMPLETED') notifyRounds(push, battle);
  notifyBalances(push, battle, balances);
  showDrops(dropIds.map(shownDrop));
}

export function notifyFinished({ push, showDrops }: Tellers, { battle, balances, dropIds }: ChangedBattle): void {
  notifyRounds(push, battle);
  notifyBalances(push, battle, balances);
  showDrops(dropIds.map(shownDrop));
}

const shownDrop = (id: string) => ({ game: GAME, id });

function notifyRounds(push: Push, battle: Battle): void {
  const totals = new Map<number, Cents>();
  for (const [round, rolls] of Map.groupBy(battle.rolls, (drop) => drop.round)) {
    for (const { seat, valueCents } of rolls) totals.set(seat, (totals.get(seat) ?? 0n) + valueCents);
    const told = {
      battleId: battle.id,
      round,
      roundCount: battle.cases.length,
      rolls: rolls.map(coloured),
      totals: [...totals].map(([seat, totalCents]) => ({ seat, totalCents })),
    };
    push.toRoom(roomOf(battle), battleRound, written(battleRound.payload, told));
  }
  notifyLobby(push, battleFinished, battle);
}

export function notifyCancelled(push: Push, { battle, balances }: ChangedBattle): void {
  notifyBalances(push, battle, balances);
  notifyLobby(push, battleCancelled, battle);
}

function notifyBalances(push: Push, { id }: Battle, balances: Balances): void {
  const play = { game: GAME, ids: [id] };
  for (const [userId, balanceCents] of balances) notifyBalance(push, userId, balanceCents, play);
}
