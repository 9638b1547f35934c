import { seedHash } from '@lisura/fairness';
import { Type } from 'typebox';
import type { Id } from '../../../../platform/ids.ts';
import { type Cents, formatBrl } from '../../../../platform/money.ts';
import { cents, flag, id, listOf, orNull, record, type Static, string } from '../../../../platform/record.ts';
import { idOf } from '../../../../platform/schemas.ts';
import {
  count,
  type Progress,
  RewardView,
  rewardView,
  type StoredEvent,
  type Tier,
  tierFields,
  tierView,
} from '../events.records.ts';
import type { TierState } from '../events.rules.ts';

export interface ShownProgress {
  event: StoredEvent;
  points: bigint;
  tickets: bigint;
  progress: Progress;
  nextServerSeedHash: string | null;
  tiers: readonly TierState[];
  clientSeed: string | null;
}

/** Only the reward's own field is not null. */
export interface Received {
  inventoryItemId: Id<'inventoryItem'> | null;
  balanceCents: Cents | null;
}

export interface ClaimedTier extends Received {
  tier: Tier;
  points: bigint;
  tickets: bigint;
}

const standing = {
  points: count('Points earned by wagers; they are never spent', 6_120, { minimum: 0 }),
  tickets: count('Tickets left to shoot with', 810, { minimum: 0 }),
};

const TierProgress = record('TierProgress', 'A step of the pass, and where you stand with it', {
  ...tierFields,
  claimed: flag('Whether you have claimed it', false),
  claimable: flag('A claim would succeed now', true),
});

const NextShot = Type.Object({
  nonce: Type.Integer({ minimum: 1, description: 'The number of your next shot in this event' }),
  serverSeedHash: Type.String({
    description: 'HMAC-SHA256 keyed with the server seed of that shot over an empty message',
  }),
});

export const EventProgress = record('EventProgress', 'Your progress in an event', {
  eventId: idOf('Id of the event'),
  ...standing,
  wageredCents: cents('Your wagers during the event, in BRL cents', '61200'),
  wageredFormatted: string('The same, for a person', 'R$ 612,00'),
  shots: Type.Integer({ minimum: 0, description: 'How many you have fired in this event', examples: [9] }),
  tiers: listOf(TierProgress, 'The pass, by points'),
  nextShot: orNull(
    Type.Unsafe<Static<typeof NextShot>>(NextShot),
    'The hash that binds the server for your next shot; null while the event does not run',
    { nonce: 10, serverSeedHash: seedHash('5e'.repeat(32)) },
  ),
  clientSeed: orNull(string('Yours', 'my lucky seed'), 'Yours, as it stands; null means a random one for each shot'),
});

export function progressView(shown: ShownProgress) {
  const { event, progress, nextServerSeedHash: serverSeedHash } = shown;
  return {
    ...shown,
    ...progress,
    eventId: event.id,
    wageredFormatted: formatBrl(progress.wageredCents),
    tiers: shown.tiers.map(({ tier, claimed, claimable }) => ({ ...tierView(tier), claimed, claimable })),
    nextShot: serverSeedHash === null ? null : { nonce: progress.shots + 1, serverSeedHash },
  };
}

export const ClaimBody = Type.Object({ tierId: idOf('Id of the tier') }, { examples: [{ tierId: '1' }] });

export const Claimed = record('ClaimedTier', 'The result of a claim', {
  tierId: idOf('Id of the tier'),
  number: tierFields.number,
  reward: RewardView,
  inventoryItemId: orNull(
    id<'inventoryItem'>('Id of the item'),
    'Id of the item that you received, in your inventory; null for another reward',
    null,
  ),
  ...standing,
  balanceCents: orNull(cents('Yours', '12500'), 'Yours after a reward in balance; otherwise null'),
  balanceFormatted: orNull(string('Yours', 'R$ 125,00'), 'The same, for a person'),
});

export const claimView = (claimed: ClaimedTier) => ({
  ...claimed,
  tierId: claimed.tier.id,
  number: claimed.tier.number,
  reward: rewardView(claimed.tier.reward),
  balanceFormatted: claimed.balanceCents === null ? null : formatBrl(claimed.balanceCents),
});
