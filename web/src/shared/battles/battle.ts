import type { AnswerOf } from '../../data/api.ts';
import type { IconName } from '../icons/index.tsx';

export type Battle = AnswerOf<'GET /battles/{id}'>;
export type BattleSummary = AnswerOf<'GET /battles/list'>['data'][number];
export type BattleMode = Battle['mode'];
type AnySeat = BattleSummary['seats'][number];

/** By icon and name, never by colour alone. */
export const MODE_ICONS: Readonly<Record<BattleMode, IconName>> = {
  NORMAL: 'swords',
  CRAZY: 'flame',
  TERMINAL: 'terminal',
  SHARED: 'users',
};

export const seatNameOf = ({ user, botName }: Pick<AnySeat, 'user' | 'botName'>): string =>
  user?.username ?? botName ?? 'Bot';

/** Lists every seat in order; a free one is null. */
export function placesOf<Seat extends { seat: number }>(seats: readonly Seat[], seatCount: number): (Seat | null)[] {
  return Array.from({ length: seatCount }, (_, index) => seats.find(({ seat }) => seat === index + 1) ?? null);
}

/** Sizes as addresses name them. */
export const SIZE_NAMES = ['1x1', '1x1x1', '1x1x1x1', '2x2'] as const;
export type SizeName = (typeof SIZE_NAMES)[number];

export const seatCountOf = (size: SizeName): number => (size === '2x2' ? 4 : size.split('x').length);

export const sizeOf = ({ isTeams, seatCount }: Pick<BattleSummary, 'isTeams' | 'seatCount'>): SizeName =>
  SIZE_NAMES.find((size) => seatCountOf(size) === seatCount && (size === '2x2') === isTeams) ?? '1x1';
