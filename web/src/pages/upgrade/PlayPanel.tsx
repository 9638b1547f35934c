import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { logIn, useSession } from '../../data/session.ts';
import { ErrorLine } from '../../shared/errors/ErrorLine.tsx';
import { RefusalKept } from '../../shared/fairness/RefusalKept.tsx';
import { useFormat } from '../../shared/format/index.ts';
import { Icon } from '../../shared/icons/index.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import { Dial } from './Dial.tsx';
import type { Offer, OfferProblem } from './offer.ts';
import classes from './PlayPanel.module.css';
import { texts, upgradeErrors } from './texts.ts';
import type { Phase } from './use-upgrade.ts';

const ROLLS = 10_000_000;

export function PlayPanel({
  found,
  edgePercent,
  hasHash,
  phase,
  isSkipped,
  between,
  onPlay,
  onSkip,
  onStop,
}: {
  found: { offer: Offer } | { problem: OfferProblem };
  edgePercent: string;
  hasHash: boolean;
  phase: Phase;
  isSkipped: boolean;
  between: ReactNode;
  onPlay: () => void;
  onSkip: () => void;
  onStop: () => void;
}) {
  const { play, problems } = useTexts(texts);
  const errors = useTexts(upgradeErrors);
  const { percent, number } = useFormat();
  const { user, isLoading } = useSession();
  const offer = 'offer' in found ? found.offer : null;
  const upgrade = phase.name === 'turning' || phase.name === 'shown' ? phase.played.upgrade : null;
  return (
    <div className={classes.play}>
      <Dial
        offer={offer}
        upgrade={upgrade}
        isTurning={phase.name === 'turning'}
        isSkipped={isSkipped}
        onStop={onStop}
      />
      {between}
      {phase.name === 'turning' ? (
        <Button size="lg" variant="default" fullWidth leftSection={<Icon name="skip" />} onClick={onSkip}>
          {play.skip}
        </Button>
      ) : user === null && !isLoading ? (
        <Button size="lg" fullWidth leftSection={<Icon name="user" />} onClick={() => logIn()}>
          {play.logIn}
        </Button>
      ) : (
        <Button
          size="lg"
          fullWidth
          leftSection={<Icon name="arrowUp" />}
          loading={phase.name === 'asking'}
          disabled={offer === null || !hasHash || phase.name === 'shown'}
          onClick={onPlay}
        >
          {play.button}
        </Button>
      )}
      <div className={classes.words}>
        {offer === null ? (
          <>
            <p>{'problem' in found && problems[found.problem]}</p>
            <p>{play.edge(percent(edgePercent))}</p>
          </>
        ) : (
          <>
            <p>{play.exact(percent(offer.chancePercent, 4), percent(edgePercent))}</p>
            <p>{play.wins(number(offer.threshold), number(ROLLS))}</p>
            <p>{play.ifLost}</p>
          </>
        )}
        <ErrorLine error={phase.name === 'failed' ? phase.error : null} texts={errors} />
        {phase.name === 'failed' && <RefusalKept />}
      </div>
    </div>
  );
}
