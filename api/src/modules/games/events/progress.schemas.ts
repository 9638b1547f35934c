import { seedHash } from '@lisura/fairness';
import { type Static, Type } from 'typebox';
import { formatBrl } from '../../../platform/money.ts';
import { CentsText, IdText } from '../../../platform/schemas.ts';
import type { ClaimedTier } from './claim-tier.ts';
import { exampleReward, exampleTier, RewardView, rewardView, TierView, tierView } from './events.schemas.ts';
import type { ShownProgress } from './show-progress.ts';

const Points = Type.Integer({ minimum: 0, description: 'What the wagers have earned; they are never spent' });
const Tickets = Type.Integer({ minimum: 0, description: 'What is left to shoot with' });

export const ProgressView = Type.Object(
  {
    eventId: IdText,
    points: Points,
    tickets: Tickets,
    wageredCents: CentsText,
    wageredFormatted: Type.String({ description: 'For a person' }),
    shots: Type.Integer({ minimum: 0, description: 'How many you have fired in this event' }),
    tiers: Type.Array(
      Type.Object({
        ...TierView.properties,
        claimed: Type.Boolean(),
        claimable: Type.Boolean({ description: 'A claim would succeed now' }),
      }),
    ),
    nextShot: Type.Union(
      [
        Type.Object({
          nonce: Type.Integer({ minimum: 1, description: 'The number of your next shot in this event' }),
          serverSeedHash: Type.String({
            description: 'HMAC-SHA256 keyed with the server seed of that shot over an empty message',
          }),
        }),
        Type.Null(),
      ],
      { description: 'What the server is bound to for your next shot; null while the event does not run' },
    ),
    clientSeed: Type.Union([Type.String(), Type.Null()], {
      description: 'Yours, as it stands; null means a random one for each shot',
    }),
  },
  {
    examples: [
      {
        eventId: '3',
        points: 6_120,
        tickets: 810,
        wageredCents: '61200',
        wageredFormatted: 'R$ 612,00',
        shots: 9,
        tiers: [{ ...exampleTier, claimed: false, claimable: true }],
        nextShot: { nonce: 10, serverSeedHash: seedHash('5e'.repeat(32)) },
        clientSeed: 'my lucky seed',
      },
    ],
  },
);

export function progressView(shown: ShownProgress): Static<typeof ProgressView> {
  const { event, points, tickets, progress, nextServerSeedHash: serverSeedHash, tiers, clientSeed } = shown;
  return {
    eventId: event.id,
    points: Number(points),
    tickets: Number(tickets),
    wageredCents: progress.wageredCents.toString(),
    wageredFormatted: formatBrl(progress.wageredCents),
    shots: progress.shots,
    tiers: tiers.map(({ tier, claimed, claimable }) => ({ ...tierView(tier), claimed, claimable })),
    nextShot: serverSeedHash === null ? null : { nonce: progress.shots + 1, serverSeedHash },
    clientSeed,
  };
}

export const ClaimBody = Type.Object({ tierId: IdText }, { examples: [{ tierId: '31' }] });

export const ClaimView = Type.Object(
  {
    tierId: IdText,
    number: Type.Integer({ minimum: 1 }),
    reward: RewardView,
    inventoryItemId: Type.Union([IdText, Type.Null()], { description: 'Of the item that was received' }),
    points: Points,
    tickets: Tickets,
    balanceCents: Type.Union([CentsText, Type.Null()], { description: 'After a reward in balance; otherwise null' }),
    balanceFormatted: Type.Union([Type.String(), Type.Null()]),
  },
  {
    examples: [
      {
        tierId: '31',
        number: 1,
        reward: exampleReward,
        inventoryItemId: null,
        points: 6_120,
        tickets: 810,
        balanceCents: '12500',
        balanceFormatted: 'R$ 125,00',
      },
    ],
  },
);

export function claimView(claimed: ClaimedTier): Static<typeof ClaimView> {
  const { tier, inventoryItemId, points, tickets, balanceCents } = claimed;
  return {
    tierId: tier.id,
    number: tier.number,
    reward: rewardView(tier.reward),
    inventoryItemId,
    points: Number(points),
    tickets: Number(tickets),
    balanceCents: balanceCents === null ? null : balanceCents.toString(),
    balanceFormatted: balanceCents === null ? null : formatBrl(balanceCents),
  };
}
