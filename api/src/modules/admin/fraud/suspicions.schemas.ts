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
  state: Type.Optional({ ...stateOf('Those that are open, that were reviewed, or that are over'), default: 'OPEN' }),
});

export const SuspicionParams = Type.Object({ id: idOf('Of the suspicion') });

export const ReviewBody = Type.Object(
  {
    note: Type.String({
      minLength: 1,
      maxLength: 500,
      pattern: '\\S',
      'x-fault': 'must have 1 to 500 characters that are not all blank',
      description: 'What was found, for other administrators and the audit trail',
      examples: ['Brothers who live together'],
    }),
  },
  { title: 'SuspicionReview', examples: [{ note: 'Brothers who live together' }] },
);

const CAUTIOUS_SCORE =
  'The z-score held against how rare large wins are: who plays by the odds reaches `k` with a chance of at most ' +
  'exp(−k² ÷ 2), however few plays there are. 0 where no more than expected was won';

export const oddsFields = {
  plays: Type.Integer({ description: 'Openings and upgrades' }),
  wonCents: centsOf('What they gave'),
  expectedCents: centsOf('What they were to give by the odds'),
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
    plays: Type.Optional(Type.Integer({ description: 'Of WINS_BEYOND_ODDS: openings and upgrades' })),
    wonCents: Type.Optional(centsOf('Of WINS_BEYOND_ODDS: what they gave')),
    expectedCents: Type.Optional(centsOf('Of WINS_BEYOND_ODDS: what they were to give by the odds')),
    zScore: Type.Optional(
      Type.Number({ description: 'Of WINS_BEYOND_ODDS: what was won beyond that, in standard deviations' }),
    ),
    cautiousScore: Type.Optional(Type.Number({ description: `Of WINS_BEYOND_ODDS. ${CAUTIOUS_SCORE}` })),
    otherUsers: Type.Optional(
      Type.Integer({ description: 'Of SHARED_ADDRESS: how many others come from the address that most come from' }),
    ),
    gains: Type.Optional(
      Type.Integer({
        description: 'Of GAINS_NEAR_ADMINISTRATOR: how often they gained from what the administrator gave',
      }),
    ),
    administratorId: Type.Optional(idOf('Of GAINS_NEAR_ADMINISTRATOR: the administrator who published or gave it')),
    depositedCents: Type.Optional(centsOf('Of DEPOSIT_WITHDRAW_WITHOUT_PLAY: what came in')),
    withdrawnCents: Type.Optional(centsOf('Of DEPOSIT_WITHDRAW_WITHOUT_PLAY: what was asked to be paid out')),
    wageredCents: Type.Optional(centsOf('Of DEPOSIT_WITHDRAW_WITHOUT_PLAY: what was staked')),
  },
  { title: 'SuspicionFigures', description: 'What speaks for it, over the last 30 days' },
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
    id: idOf('To review it by'),
    userId: idOf('Of the user who is worth looking at'),
    username: Type.String({ description: 'As the user is called now' }),
    reason: reasonOf('Why the user is worth looking at'),
    state: stateOf('Whether somebody has looked at it; OVER: the figures do not say so any more'),
    figures: Figures,
    openedAt: timeOf('When it became so, or became so again'),
    lastFoundAt: timeOf('When it was last found to be so'),
    review: orNull(
      Type.Object(
        {
          at: timeOf('When'),
          by: idOf('The administrator who did'),
          note: Type.String({ description: 'What was found' }),
        },
        { title: 'ReviewOfSuspicion', description: 'That somebody has looked at it' },
      ),
      'The last look at it; null: nobody has',
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
