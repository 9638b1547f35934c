import type { Clock } from '../../../../platform/clock.ts';
import type { Db } from '../../../../platform/database/db.ts';
import { addDays, dayOf } from '../../../../platform/days.ts';
import { unauthorized } from '../../../../platform/errors.ts';
import { callerOf } from '../../../../platform/http/edge/access.ts';
import type { Routes } from '../../../../platform/http/http-part.ts';
import type { WagerGame } from '../../rolls/index.ts';
import { listUserDays } from '../user-figures.sql.ts';
import { DaysQuery, PlayedDays, playedDaysView, SessionPlayView, sessionPlayView } from './own-days.schemas.ts';
import { type PlaysFrom, readSessionPlay } from './session-play.sql.ts';

export interface OwnDaysDeps {
  db: Db;
  clock: Clock;
  wagerGames: readonly WagerGame[];
  /** What a user has played from a day on, tickets of raffles too. */
  past: { plays: readonly PlaysFrom[] };
}

export function ownDaysPlayerRoutes(routes: Routes, { db, clock, wagerGames, past }: OwnDaysDeps): void {
  routes.get(
    '/user/stats/daily',
    {
      schema: {
        operationId: 'listUserDays',
        summary: 'List your figures by day and game',
        description:
          'Answers your plays, wagers and winnings on each of the last days, up to this moment, and in each game ' +
          'over all of them. They count as in `GET /api/user/stats`; tickets of raffles are sold, so they do not ' +
          'count.',
        querystring: DaysQuery,
        response: { 200: PlayedDays },
      },
    },
    async (request) => {
      const { days = 30 } = request.query;
      const first = addDays(dayOf(clock.now()), 1 - days);
      return playedDaysView(await listUserDays(db, callerOf(request).userId, wagerGames, first), first, days);
    },
  );

  routes.get(
    '/user/stats/session',
    {
      schema: {
        operationId: 'getSessionPlay',
        summary: 'Read your play since you logged in',
        description:
          'Answers how long this session lasts, and your stakes, winnings and losses in it, tickets of raffles ' +
          'included.',
        response: { 200: SessionPlayView },
      },
    },
    async (request) => {
      const play = await readSessionPlay(db, callerOf(request), past.plays);
      if (play === null) throw unauthorized();
      return sessionPlayView(play);
    },
  );
}
