import { type Static, Type } from 'typebox';
import { listOf, pageQuery } from '../../../platform/lists.ts';
import { centsOf, idOf, orNull, timeOf } from '../../../platform/schemas.ts';
import {
  SUSPICION_REASONS,
  SUSPICION_STATES,
  type Suspicion,
  type SuspicionReason,
  type SuspicionState,
} from './fraud.types.ts';

const reasonOf = (description: string) =>
  Type.Unsafe<SuspicionReason>({
    title: 'SuspicionReason',
    type: 'string',
    enum: [...SUSPICION_REASONS],
    description,
  });
const stateOf = (description: string) =>
  Type.Unsafe<SuspicionState>({ title: 'SuspicionState', type: 'string', enum: [...SUSPICION_STATES], description });

export const SuspectsQuery = pageQuery({
  reason: Type.Optional(reasonOf('Only those of this reason')),
  state: Type.Optional({
    ...stateOf('Suspicions that are open, that were reviewed, or that are over'),
    default: 'OPEN',
  }),
});

export const SuspicionParams = Type.Object({ id: idOf('Id of the suspicion') });

export const ReviewBody = Type.Object(
  {
    note: Type.String({
      minLength: 1,
      maxLength: 500,
      pattern: '\\S',
      'x-fault': 'must have 1 to 500 characters that are not all blank',
      description: 'The finding, for other administrators and the audit trail',
      examples: ['Brothers who live together'],
    }),
  },
  { title: 'SuspicionReview', examples: [{ note: 'Brothers who live together' }] },
);

const CAUTIOUS_SCORE =
  'The z-score held against how rare large wins are: a user who plays by the odds reaches `k` with a chance of at ' +
  'most exp(−k² ÷ 2), however few plays there are. 0 if the winnings are not above the expected ones';

export const oddsFields = {
  plays: Type.Integer({ description: 'Openings and upgrades' }),
  wonCents: centsOf('Winnings'),
  expectedCents: centsOf('Expected winnings by the odds'),
  zScore: Type.Number({ description: 'How many standard deviations were won more than expected; negative where less' }),
  cautiousScore: Type.Number({ description: CAUTIOUS_SCORE }),
};
export const exampleOdds = {
  plays: 140,
  wonCents: '812000',
  expectedCents: '130400',
  zScore: 9.31,
  cautiousScore: 6.02,
};

/** Each reason has its own. */
const Figures = Type.Object(
  {
    plays: Type.Optional(Type.Integer({ description: 'For WINS_BEYOND_ODDS: number of openings and upgrades' })),
    wonCents: Type.Optional(centsOf('For WINS_BEYOND_ODDS: their winnings')),
    expectedCents: Type.Optional(centsOf('For WINS_BEYOND_ODDS: their expected winnings by the odds')),
    zScore: Type.Optional(
      Type.Number({
        description: 'For WINS_BEYOND_ODDS: the excess over the expected winnings, in standard deviations',
      }),
    ),
    cautiousScore: Type.Optional(Type.Number({ description: `For WINS_BEYOND_ODDS: ${CAUTIOUS_SCORE}` })),
    otherUsers: Type.Optional(
      Type.Integer({ description: 'For SHARED_ADDRESS: number of other users of the address that most users share' }),
    ),
    gains: Type.Optional(
      Type.Integer({
        description: 'For GAINS_NEAR_ADMINISTRATOR: number of gains from gifts of the administrator',
      }),
    ),
    administratorId: Type.Optional(idOf('For GAINS_NEAR_ADMINISTRATOR: the administrator who published or gave it')),
    depositedCents: Type.Optional(centsOf('For DEPOSIT_WITHDRAW_WITHOUT_PLAY: deposits')),
    withdrawnCents: Type.Optional(centsOf('For DEPOSIT_WITHDRAW_WITHOUT_PLAY: requested payments to the user')),
    wageredCents: Type.Optional(centsOf('For DEPOSIT_WITHDRAW_WITHOUT_PLAY: stakes')),
  },
  { title: 'SuspicionFigures', description: 'The evidence, over the last 30 days' },
);

export const exampleSuspicion = {
  id: '1',
  userId: '7',
  username: 'Ana',
  reason: 'WINS_BEYOND_ODDS',
  state: 'OPEN',
  figures: exampleOdds,
  openedAt: '2026-11-15T12:40:00.000Z',
  lastFoundAt: '2026-11-15T18:40:00.000Z',
  review: null,
};

export const SuspicionView = Type.Object(
  {
    id: idOf('Id to review it by'),
    userId: idOf('Id of the suspected user'),
    username: Type.String({ description: 'Present name of the user' }),
    reason: reasonOf('Why the user is worth looking at'),
    state: stateOf('Whether an administrator has reviewed it; OVER: the figures no longer show it'),
    figures: Figures,
    openedAt: timeOf('When it became so, or became so again'),
    lastFoundAt: timeOf('When it was last found to be so'),
    review: orNull(
      Type.Object(
        {
          at: timeOf('When'),
          by: idOf('The administrator who did'),
          note: Type.String({ description: 'The finding' }),
        },
        { title: 'ReviewOfSuspicion', description: 'The review of a suspicion' },
      ),
      'The last review; null without one',
    ),
  },
  { title: 'Suspicion', description: 'Why a user is worth looking at', examples: [exampleSuspicion] },
);

export const SuspectList = listOf(SuspicionView, {
  examples: [{ data: [exampleSuspicion], meta: { page: 1, limit: 20, total: 1 } }],
});

export function suspicionView(suspicion: Suspicion): Static<typeof SuspicionView> {
  const { id, userId, username, reason, state, figures, openedAt, lastFoundAt, review } = suspicion;
  return {
    id,
    userId,
    username,
    reason,
    state,
    figures: { ...figures },
    openedAt: openedAt.toISOString(),
    lastFoundAt: lastFoundAt.toISOString(),
    review: review === null ? null : { at: review.at.toISOString(), by: review.by, note: review.note },
  };
}
