import type { Cents } from '../../../platform/money.ts';
import type { Push } from '../../../platform/realtime/events.ts';
import { rarityColorOf } from '../../assets/items/index.ts';
import { notifyBalance } from '../../assets/wallet/index.ts';
import type { ShowDrops } from '../drops/index.ts';
import {
  battleCancelled,
  battleCreated,
  battleFinished,
  battleJoined,
  battleRound,
  battleStarted,
} from './battles.events.ts';
import type { Balances, Battle, ChangedBattle } from './battles.types.ts';
import { battleSummaryView } from './summaries.schemas.ts';

const GAME = 'BATTLES';

/** What sockets are sent about a battle, after the commit. */
interface Tellers {
  push: Push;
  showDrops: ShowDrops;
}

type LobbyEvent = typeof battleJoined | typeof battleStarted | typeof battleFinished | typeof battleCancelled;

/** A battle as it was when its last seat was taken: who watches the rounds learns by `battle:finished` who has won. */
function undecided(battle: Battle): Battle {
  if (battle.status !== 'COMPLETED') return battle;
  return { ...battle, status: 'IN_PROGRESS', endedAt: null, winningTeam: null, potCents: null };
}

const roomOf = ({ id, invitationCode }: Battle) =>
  invitationCode === null ? `battle:${id}` : `battle:${id}:${invitationCode}`;

/** What has just been played or cancelled is not paused, and what has just been joined or created was not. */
const summaryOf = (battle: Battle) => battleSummaryView({ ...battle, isPaused: false });

function notifyLobby(push: Push, event: LobbyEvent, battle: Battle): void {
  if (battle.invitationCode === null) push.toAll(event, summaryOf(battle));
  else push.toRoom(roomOf(battle), event, summaryOf(battle));
}

export function notifyCreated(push: Push, { battle, balances }: ChangedBattle): void {
  notifyBalances(push, battle, balances);
  if (battle.invitationCode === null) push.toAll(battleCreated, summaryOf(battle));
}

/** With everything that came of it, where it was the last seat. A balance may tell what came of it, and so comes after. */
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
  const roundCount = battle.cases.length;
  const totals = new Map<number, Cents>();
  for (const [round, rolls] of Map.groupBy(battle.rolls, (drop) => drop.round)) {
    for (const { seat, valueCents } of rolls) totals.set(seat, (totals.get(seat) ?? 0n) + valueCents);
    const drops = rolls.map(({ seat, roll, itemId, itemName, imageUrl, rarity, valueCents, isFlip }) => ({
      seat,
      roll,
      itemId,
      itemName,
      imageUrl,
      rarity,
      rarityColor: rarityColorOf(rarity),
      isFlip,
      valueCents: valueCents.toString(),
    }));
    push.toRoom(roomOf(battle), battleRound, {
      battleId: battle.id,
      round,
      roundCount,
      rolls: drops,
      totals: [...totals].map(([seat, totalCents]) => ({ seat, totalCents: totalCents.toString() })),
    });
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
