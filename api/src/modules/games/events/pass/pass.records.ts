import { seedHash } from '@lisura/fairness';
import { type Static, Type } from 'typebox';
import { formatBrl } from '../../../../platform/money.ts';
import { centsOf, idOf, moneyText, orNull } from '../../../../platform/schemas.ts';
import { exampleReward, exampleTier, RewardView, rewardView, TierView, tierView } from '../events.records.ts';
import type { ClaimedTier } from './claim-tier.ts';
import type { ShownProgress } from './show-progress.ts';

const Points = Type.Integer({ minimum: 0, description: 'Points earned by wagers; they are never spent' });
const Tickets = Type.Integer({ minimum: 0, description: 'Tickets left to shoot with' });

export const ProgressView = Type.Object(
  {
    eventId: idOf('Id of the event'),
    points: Points,
    tickets: Tickets,
    wageredCents: centsOf('Your wagers during the event, in BRL cents'),
    wageredFormatted: moneyText('The same, for a person'),
    shots: Type.Integer({ minimum: 0, description: 'How many you have fired in this event' }),
    tiers: Type.Array(
      Type.Object(
        {
          ...TierView.properties,
          claimed: Type.Boolean({ description: 'Whether you have claimed it' }),
          claimable: Type.Boolean({ description: 'A claim would succeed now' }),
        },
        { title: 'TierProgress', description: 'A step of the pass, and where you stand with it' },
      ),
      { description: 'The pass, by points' },
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
      { description: 'The hash that binds the server for your next shot; null while the event does not run' },
    ),
    clientSeed: Type.Union([Type.String(), Type.Null()], {
      description: 'Yours, as it stands; null means a random one for each shot',
    }),
  },
  {
    title: 'EventProgress',
    description: 'Your progress in an event',
    examples: [
      {
        eventId: '1',
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

export const ClaimBody = Type.Object({ tierId: idOf('Id of the tier') }, { examples: [{ tierId: '1' }] });

export const ClaimView = Type.Object(
  {
    tierId: idOf('Id of the tier'),
    number: Type.Integer({ minimum: 1, description: 'Its place in the pass, counted from 1' }),
    reward: RewardView,
    inventoryItemId: orNull(
      idOf('Id of the item'),
      'Id of the item that you received, in your inventory; null for another reward',
    ),
    points: Points,
    tickets: Tickets,
    balanceCents: orNull(centsOf('Yours'), 'Yours after a reward in balance; otherwise null'),
    balanceFormatted: orNull(Type.String(), 'The same, for a person'),
  },
  {
    title: 'ClaimedTier',
    description: 'The result of a claim',
    examples: [
      {
        tierId: '1',
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
