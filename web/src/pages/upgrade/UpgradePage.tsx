import { useMediaQuery } from '@mantine/hooks';
import { useRef, useState } from 'react';
import { useConfig } from '../../data/config.ts';
import type { UpgradeRules } from '../../data/generated/api.ts';
import { logIn, useSession } from '../../data/session.ts';
import { useNextRolls } from '../../shared/fairness/use-next-rolls.ts';
import { HashLine } from '../../shared/parts/HashLine.tsx';
import { PageTitle } from '../../shared/parts/PageTitle.tsx';
import { SoundSwitch } from '../../shared/play/SoundSwitch.tsx';
import { PageLoading } from '../../shared/states/Loading.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import { Exchange } from './Exchange.tsx';
import { History } from './History.tsx';
import { Multiples } from './Multiples.tsx';
import { Outcome } from './Outcome.tsx';
import { PlayPanel } from './PlayPanel.tsx';
import { StakePanel } from './StakePanel.tsx';
import { TargetPanel } from './TargetPanel.tsx';
import { texts } from './texts.ts';
import classes from './UpgradePage.module.css';
import { useStake } from './use-stake.ts';
import { useUpgrade } from './use-upgrade.ts';

export function UpgradePage() {
  const config = useConfig();
  return config === null ? <PageLoading /> : <Upgrading rules={config.upgrades} />;
}

function Upgrading({ rules }: { rules: UpgradeRules }) {
  const { user } = useSession();
  const next = useNextRolls(user?.id ?? null, 1);
  const { phase, made, perform, stopped, reset } = useUpgrade();
  const isLocked = phase.name === 'asking' || phase.name === 'turning' || phase.name === 'shown';
  const stake = useStake(rules, isLocked);
  const { items, balanceCents, totalCents, target, found } = stake;
  const [isChoosing, setIsChoosing] = useState(false);
  const [isSkipped, setIsSkipped] = useState(false);
  const targets = useRef<HTMLDivElement>(null);
  const isOnPhone = useMediaQuery('(max-width: 760px)') === true;

  const play = () => {
    if (user === null || next === null || target === null || !('offer' in found)) return;
    setIsSkipped(false);
    const { chancePercent } = found.offer;
    void perform(user, { items, balanceCents, targetItemId: target.id, chancePercent }, next, stake.renew);
  };
  const again = () => {
    stake.clear();
    reset();
  };
  const choose = (isOpen: boolean) => (isOpen && user === null ? logIn() : setIsChoosing(isOpen));
  const multiples = (
    <Multiples
      chosen={stake.multiple}
      edgePercent={rules.edgePercent}
      isOff={isLocked || totalCents === 0n}
      onChoose={(times) => void stake.chooseMultiple(times)}
    />
  );
  return (
    <>
      <Head hash={next?.[0]?.serverSeedHash ?? null} />
      <div className={classes.columns}>
        <StakePanel
          items={items}
          most={rules.maxItems}
          balanceCents={balanceCents}
          mostBalanceCents={stake.mostBalanceCents}
          totalCents={totalCents}
          isLocked={isLocked}
          isChoosing={isChoosing}
          onChoose={choose}
          onItems={stake.setItems}
          onBalance={stake.setBalanceCents}
        />
        <div className={classes.play}>
          {isOnPhone && (
            <Exchange
              items={items}
              balanceCents={balanceCents}
              totalCents={totalCents}
              target={target}
              isLocked={isLocked}
              onStake={() => choose(true)}
              onTarget={() => targets.current?.scrollIntoView()}
            />
          )}
          <PlayPanel
            found={found}
            edgePercent={rules.edgePercent}
            hasHash={next !== null}
            phase={phase}
            isSkipped={isSkipped}
            between={isOnPhone && multiples}
            onPlay={play}
            onSkip={() => setIsSkipped(true)}
            onStop={stopped}
          />
          {phase.name === 'shown' && <Outcome played={phase.played} onAgain={again} />}
        </div>
        <div ref={targets}>
          <TargetPanel
            target={target}
            totalCents={totalCents}
            itemCount={items.length}
            rules={rules}
            isLocked={isLocked}
            multiple={stake.multiple}
            multiples={!isOnPhone && multiples}
            onSearch={stake.forgetMultiple}
            onTarget={stake.setTarget}
          />
        </div>
      </div>
      {user !== null && <History made={made} />}
    </>
  );
}

/** The server is bound to the shown hash before the press. */
function Head({ hash }: { hash: string | null }) {
  const words = useTexts(texts);
  const { user, isLoading } = useSession();
  const aside = (
    <span className={classes.aside}>
      {user === null && !isLoading ? (
        <span className={classes.hint}>{words.hashForPlayers}</span>
      ) : (
        <HashLine hash={hash} state="before" />
      )}
      <SoundSwitch />
    </span>
  );
  return <PageTitle title={words.title} lead={words.lead} aside={aside} />;
}
