import { useState } from 'react';
import { useConfig } from '../../data/config.ts';
import type { InventoryItem, UpgradeRules, UpgradeTarget } from '../../data/generated/api.ts';
import { useSession } from '../../data/session.ts';
import { useNextRoll } from '../../shared/fairness/use-next-roll.ts';
import { HashLine } from '../../shared/parts/HashLine.tsx';
import { PageTitle } from '../../shared/parts/PageTitle.tsx';
import { SoundSwitch } from '../../shared/play/SoundSwitch.tsx';
import { PageLoading } from '../../shared/states/Loading.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import { History } from './History.tsx';
import { Outcome } from './Outcome.tsx';
import { offerOf } from './offer.ts';
import { PlayPanel } from './PlayPanel.tsx';
import { StakePanel } from './StakePanel.tsx';
import { TargetPanel } from './TargetPanel.tsx';
import { texts } from './texts.ts';
import classes from './UpgradePage.module.css';
import { useUpgrade } from './use-upgrade.ts';

export function UpgradePage() {
  const config = useConfig();
  return config === null ? <PageLoading /> : <Upgrading rules={config.upgrades} />;
}

function Upgrading({ rules }: { rules: UpgradeRules }) {
  const words = useTexts(texts);
  const { session, user, isLoading } = useSession();
  const next = useNextRoll();
  const { phase, perform, stopped, reset } = useUpgrade();
  const [items, setItems] = useState<readonly InventoryItem[]>([]);
  const [balanceCents, setBalanceCents] = useState(0n);
  const [target, setTarget] = useState<UpgradeTarget | null>(null);
  const [isSkipped, setIsSkipped] = useState(false);
  const isLocked = phase.name === 'asking' || phase.name === 'turning' || phase.name === 'shown';

  const itemsCents = items.reduce((sum, { itemValueCents }) => sum + BigInt(itemValueCents), 0n);
  const mostBalanceCents = mostBalanceOf(BigInt(session.balanceCents ?? 0), itemsCents, target);
  const usedBalanceCents = balanceCents < mostBalanceCents || isLocked ? balanceCents : mostBalanceCents;
  const totalCents = itemsCents + usedBalanceCents;
  const targetCents = target === null ? null : BigInt(target.valueCentsBrl);
  const found = offerOf({ itemCount: items.length, totalCents, targetCents, rules });

  const play = () => {
    if (next === null || target === null || !('offer' in found)) return;
    setIsSkipped(false);
    const { chancePercent } = found.offer;
    void perform({ items, balanceCents: usedBalanceCents, targetItemId: target.id, chancePercent }, next);
  };
  const again = () => {
    setItems([]);
    setBalanceCents(0n);
    reset();
  };
  const hash =
    user === null && !isLoading ? (
      <span className={classes.hint}>{words.hashForPlayers}</span>
    ) : (
      <HashLine hash={next?.serverSeedHash ?? null} state="before" />
    );
  return (
    <>
      <PageTitle
        title={words.title}
        lead={words.lead}
        aside={
          <>
            {hash}
            <SoundSwitch />
          </>
        }
      />
      <div className={classes.columns}>
        <div className={classes.stake}>
          <StakePanel
            items={items}
            most={rules.maxItems}
            balanceCents={usedBalanceCents}
            mostBalanceCents={mostBalanceCents}
            totalCents={totalCents}
            isLocked={isLocked}
            onItems={setItems}
            onBalance={setBalanceCents}
          />
        </div>
        <div className={classes.play}>
          <PlayPanel
            found={found}
            edgePercent={rules.edgePercent}
            hasHash={next !== null}
            phase={phase}
            isSkipped={isSkipped}
            onPlay={play}
            onSkip={() => setIsSkipped(true)}
            onStop={stopped}
          />
          {phase.name === 'shown' && <Outcome played={phase.played} onAgain={again} />}
        </div>
        <div className={classes.target}>
          <TargetPanel
            target={target}
            totalCents={totalCents}
            itemCount={items.length}
            rules={rules}
            isLocked={isLocked}
            onTarget={setTarget}
          />
        </div>
      </div>
      {user !== null && <History />}
    </>
  );
}

/** What may still be added: never more than there is, nor so much that the target is not worth more than the stake. */
function mostBalanceOf(ownedCents: bigint, itemsCents: bigint, target: UpgradeTarget | null): bigint {
  if (target === null) return ownedCents;
  const room = BigInt(target.valueCentsBrl) - itemsCents - 1n;
  if (room <= 0n) return 0n;
  return room < ownedCents ? room : ownedCents;
}
