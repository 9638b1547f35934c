import { Button } from '@mantine/core';
import type { Reward, TierProgress } from '../../data/generated/api.ts';
import { useAction } from '../../data/queries.ts';
import { updateSession } from '../../data/session.ts';
import token from '../../shared/art/token.svg';
import { ErrorLine } from '../../shared/errors/ErrorLine.tsx';
import { useFormat } from '../../shared/format/index.ts';
import { Icon } from '../../shared/icons/index.tsx';
import { itemNameOf } from '../../shared/items/item-name.ts';
import { playWin } from '../../shared/play/sound.ts';
import { useTexts } from '../../shared/texts/index.ts';
import classes from './Tiers.module.css';
import { eventErrors, texts } from './texts.ts';
import { filledParts } from './tier-progress.ts';

/** Reached tiers that are not claimed yet are gold. */
export function Tiers({ eventId, tiers, points }: { eventId: string; tiers: readonly TierProgress[]; points: number }) {
  const words = useTexts(texts);
  const errors = useTexts(eventErrors);
  const { number, plural } = useFormat();
  const rewardText = useRewardText();
  const claim = useAction('POST /event/{id}/claim', ['GET /event/{id}/progress', 'GET /inventory']);
  const filled = filledParts(
    tiers.map(({ pointsRequired }) => pointsRequired),
    points,
  );
  const press = (tierId: string) =>
    claim.mutate(
      { params: { id: eventId }, body: { tierId } },
      {
        onSuccess: ({ balanceCents }) => {
          playWin();
          if (balanceCents !== null) updateSession({ balanceCents });
        },
      },
    );
  return (
    <div className={classes.tiers}>
      <ol>
        {tiers.map((tier, place) => {
          const isReached = points >= tier.pointsRequired;
          const state = tier.claimed ? 'claimed' : tier.claimable ? 'claimable' : isReached ? 'reached' : 'open';
          return (
            <li key={tier.id} data-state={state}>
              <span className={classes.way} aria-hidden="true">
                <span style={{ width: `${(filled[place] ?? 0) * 100}%` }} />
              </span>
              <span className={classes.mark} title={words.tiers.level(number(tier.number))}>
                <RewardPicture reward={tier.reward} />
                {tier.claimed && (
                  <span className={classes.done}>
                    <Icon name="check" size={13} label={words.tiers.claimed} />
                  </span>
                )}
              </span>
              {tier.claimable ? (
                <Button
                  size="xs"
                  loading={claim.isPending && claim.variables.body.tierId === tier.id}
                  onClick={() => press(tier.id)}
                >
                  {words.tiers.claim(rewardText(tier.reward))}
                </Button>
              ) : (
                <strong>{rewardText(tier.reward)}</strong>
              )}
              <span className={classes.points}>{plural(tier.pointsRequired, words.pointWords)}</span>
            </li>
          );
        })}
      </ol>
      <ErrorLine error={claim.error} texts={errors} />
    </div>
  );
}

function useRewardText(): (reward: Reward) => string {
  const { tokenWords } = useTexts(texts);
  const { money, plural } = useFormat();
  return (reward) => {
    if (reward.type === 'ITEM') return itemNameOf(reward.item.name).finish;
    return reward.type === 'BALANCE' ? money(reward.balanceCents) : plural(reward.tickets, tokenWords);
  };
}

function RewardPicture({ reward }: { reward: Reward }) {
  if (reward.type === 'ITEM') return <img src={reward.item.imageUrl} alt="" width={52} height={40} />;
  if (reward.type === 'BALANCE') return <span className={classes.money}>R$</span>;
  return <img src={token} alt="" width={34} height={34} />;
}
