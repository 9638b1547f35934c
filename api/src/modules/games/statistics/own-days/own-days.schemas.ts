import { type Static, Type } from 'typebox';
import { addDays, type Day } from '../../../../platform/days.ts';
import { centsOf, timeOf } from '../../../../platform/schemas.ts';
import type { UserDay } from '../user-figures.sql.ts';
import type { SessionPlay } from './session-play.sql.ts';

const MOST_DAYS = 90;
const USUAL_DAYS = 30;

const Count = (description: string) => Type.Integer({ minimum: 0, description });
const DateText = (description: string) => Type.String({ format: 'date', description, examples: ['2026-11-15'] });

export const DaysQuery = Type.Object({
  days: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MOST_DAYS,
      default: USUAL_DAYS,
      description: `How many days of São Paulo, today among them; at most ${MOST_DAYS}`,
    }),
  ),
});

const PlayedDay = Type.Object(
  {
    date: DateText('The day of São Paulo'),
    plays: Count('How often you played'),
    wageredCents: centsOf('Your stakes, in BRL cents'),
    wonCents: centsOf('Worth of the items when you won them, and payments to you, in BRL cents'),
  },
  { title: 'PlayedDay', description: 'Your plays on one day' },
);

const PlayedGame = Type.Object(
  {
    game: Type.String({ description: 'The game, such as `CASES`' }),
    plays: Count('How often you played'),
    playsWon: Count('Number of those that you have won'),
    wageredCents: centsOf('Your stakes, in BRL cents'),
    wonCents: centsOf('Your winnings, in BRL cents'),
  },
  { title: 'PlayedGame', description: 'Your plays of one game in these days' },
);

const zero = { plays: 0, wageredCents: '0', wonCents: '0' };

export const PlayedDays = Type.Object(
  {
    first: DateText('The first of the days'),
    last: DateText('Today'),
    days: Type.Array(PlayedDay, { description: 'Each of the days in their order, those without a play too' }),
    games: Type.Array(PlayedGame, { description: 'Each game that you played in these days' }),
  },
  {
    title: 'PlayedDays',
    examples: [
      {
        first: '2026-11-14',
        last: '2026-11-15',
        days: [
          { date: '2026-11-14', ...zero },
          { date: '2026-11-15', plays: 3, wageredCents: '4500', wonCents: '3980' },
        ],
        games: [{ game: 'CASES', plays: 3, playsWon: 3, wageredCents: '4500', wonCents: '3980' }],
      },
    ],
  },
);

interface Sums {
  plays: number;
  playsWon: number;
  wageredCents: bigint;
  wonCents: bigint;
}

const sumOf = (days: readonly UserDay[]): Sums => ({
  plays: days.reduce((sum, each) => sum + each.plays, 0),
  playsWon: days.reduce((sum, each) => sum + each.playsWon, 0),
  wageredCents: days.reduce((sum, each) => sum + each.wageredCents, 0n),
  wonCents: days.reduce((sum, each) => sum + each.wonCents, 0n),
});

export function playedDaysView(played: readonly UserDay[], first: Day, count: number): Static<typeof PlayedDays> {
  const byDay = Map.groupBy(played, ({ day }) => day);
  const days = Array.from({ length: count }, (_, index) => addDays(first, index));
  return {
    first,
    last: days.at(-1) ?? first,
    days: days.map((date) => {
      const { plays, wageredCents, wonCents } = sumOf(byDay.get(date) ?? []);
      return { date, plays, wageredCents: wageredCents.toString(), wonCents: wonCents.toString() };
    }),
    games: [...Map.groupBy(played, ({ game }) => game)].map(([game, own]) => {
      const { plays, playsWon, wageredCents, wonCents } = sumOf(own);
      return { game, plays, playsWon, wageredCents: wageredCents.toString(), wonCents: wonCents.toString() };
    }),
  };
}

export const SessionPlayView = Type.Object(
  {
    startedAt: timeOf('When you logged in with this session'),
    plays: Count('How often you staked something since, tickets of raffles too'),
    wageredCents: centsOf('Your stakes since then, in BRL cents'),
    wonCents: centsOf('Your winnings since then, in BRL cents'),
    lostCents: centsOf('Wagered less won; below zero where more was won'),
  },
  {
    title: 'SessionPlay',
    examples: [
      {
        startedAt: '2026-11-15T12:00:00.000Z',
        plays: 12,
        wageredCents: '24000',
        wonCents: '19850',
        lostCents: '4150',
      },
    ],
  },
);

export const sessionPlayView = ({
  startedAt,
  plays,
  wageredCents,
  wonCents,
}: SessionPlay): Static<typeof SessionPlayView> => ({
  startedAt: startedAt.toISOString(),
  plays,
  wageredCents: wageredCents.toString(),
  wonCents: wonCents.toString(),
  lostCents: (wageredCents - wonCents).toString(),
});
