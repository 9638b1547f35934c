import type { AnswerOf } from '../../data/api.ts';
import type { OwnRaffle, PastOpening, PastShot, PastUpgrade } from '../../data/generated/api.ts';
import { isOnShow } from '../../shared/battles/show.ts';
import { gameLink, playLink } from '../../shared/fairness/verify-link.ts';
import type { Format } from '../../shared/format/index.ts';
import type { Play, PlayState } from './plays.ts';
import type { texts } from './texts.ts';

type Words = (typeof texts)['en'];
type OwnBattle = AnswerOf<'GET /battles/history'>['data'][number];

export const openingPlay = (opening: PastOpening, words: Words): Play => ({
  key: `caixas:${opening.id}`,
  game: 'caixas',
  createdAt: opening.createdAt,
  what: words.opening(opening.caseName),
  note: null,
  item: opening.item,
  state: 'won',
  paidCents: opening.priceCents,
  receivedCents: opening.item.valueCentsBrl,
  verify: playLink('opening', opening),
});

export const upgradePlay = (upgrade: PastUpgrade, words: Words, { percent }: Format): Play => ({
  key: `upgrades:${upgrade.id}`,
  game: 'upgrades',
  createdAt: upgrade.createdAt,
  what: words.upgrade(percent(upgrade.chancePercent)),
  note: null,
  item: { ...upgrade.target, valueCentsBrl: upgrade.targetValueCents },
  state: upgrade.status === 'WON' ? 'won' : 'lost',
  paidCents: upgrade.totalValueCents,
  receivedCents: upgrade.status === 'WON' ? upgrade.targetValueCents : '0',
  verify: playLink('upgrade', upgrade),
});

export const shotPlay = (shot: PastShot, words: Words, { plural }: Format): Play => ({
  key: `eventos:${shot.id}`,
  game: 'eventos',
  createdAt: shot.createdAt,
  what: words.shot,
  note: plural(shot.ticketPrice, words.tickets),
  item: shot.item,
  state: 'won',
  paidCents: null,
  receivedCents: shot.item.valueCentsBrl,
  verify: playLink('shot', shot),
});

const RAFFLE_STATES = { OPEN: 'running', WON: 'won', LOST: 'lost', REFUNDED: 'cancelled' } as const;

/** The tickets of one raffle are one play, in the order of raffles. */
export const rafflePlay = (
  { raffle, ownTickets, spentCents, outcome, won }: OwnRaffle,
  words: Words,
  { plural }: Format,
): Play => ({
  key: `rifas:${raffle.id}`,
  game: 'rifas',
  createdAt: raffle.createdAt,
  what: words.raffle(raffle.name),
  note: plural(ownTickets, words.raffleTickets),
  item: won?.item ?? null,
  state: RAFFLE_STATES[outcome],
  paidCents: spentCents,
  receivedCents: { OPEN: null, WON: won?.valueCents ?? '0', LOST: '0', REFUNDED: spentCents }[outcome],
  verify: raffle.status === 'COMPLETED' ? gameLink('raffle', raffle.id) : null,
});

/** While people watch it, it runs for its own players, too. */
export const battlePlay = (battle: OwnBattle, words: Words, { plural }: Format, nowMs: number): Play => ({
  key: `batalhas:${battle.id}`,
  game: 'batalhas',
  createdAt: battle.createdAt,
  what: words.battle(plural(battle.seatCount, words.seats)),
  note: `${words.modes[battle.mode]} · ${plural(battle.cases.length, words.rounds)}`,
  item: null,
  paidCents: battle.entryPriceCents,
  ...(isOnShow(battle, nowMs) ? UNDER_WAY : endOf(battle)),
});

const UNDER_WAY = { state: 'running', receivedCents: null, verify: null } as const;

const endOf = (battle: OwnBattle) => ({
  state: battleState(battle),
  receivedCents: battle.status === 'CANCELLED' ? battle.entryPriceCents : battle.own.wonCents,
  verify: battle.status === 'COMPLETED' ? gameLink('battle', battle.id) : null,
});

function battleState({ status, mode, own }: OwnBattle): PlayState {
  if (status === 'CANCELLED') return 'cancelled';
  if (status === 'WAITING') return 'waiting';
  if (status === 'IN_PROGRESS') return 'running';
  if (mode === 'SHARED') return 'shared';
  return own.isWinner === true ? 'won' : 'lost';
}
