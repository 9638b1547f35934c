import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { PlayTick } from '../../shared/fairness/PlayTick.tsx';
import { playLink } from '../../shared/fairness/verify-link.ts';
import { useFormat } from '../../shared/format/index.ts';
import { Icon } from '../../shared/icons/index.tsx';
import { ItemTile } from '../../shared/items/ItemTile.tsx';
import { Panel } from '../../shared/parts/Panel.tsx';
import { WonCard } from '../../shared/play/WonCard.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import classes from './Outcome.module.css';
import { texts } from './texts.ts';
import type { PlayedUpgrade } from './use-upgrade.ts';

export function Outcome({ played: { upgrade, check }, onAgain }: { played: PlayedUpgrade; onAgain: () => void }) {
  const { outcome, play } = useTexts(texts);
  const { number, money } = useFormat();
  const tick = <PlayTick check={check} link={playLink('upgrade', upgrade, check)} />;
  const again = (
    <Button variant="default" leftSection={<Icon name="refresh" />} onClick={onAgain}>
      {play.again}
    </Button>
  );
  if (upgrade.isSuccess) {
    return (
      <WonCard
        item={upgrade.target}
        chancePercent={upgrade.chancePercent}
        roll={upgrade.roll}
        nonce={upgrade.nonce}
        tick={tick}
        actions={
          <>
            {again}
            <Button component={Link} to="/inventario" variant="default" leftSection={<Icon name="bag" />}>
              {outcome.inventory}
            </Button>
          </>
        }
      />
    );
  }
  return (
    <Panel title={outcome.lost}>
      <div className={classes.lost} aria-live="polite">
        <p>
          {outcome.lostHint(number(upgrade.roll), number(upgrade.successThreshold))}{' '}
          {outcome.gone(money(upgrade.totalValueCents))}
        </p>
        {tick}
        <ul>
          {upgrade.inputs.map(({ inventoryItemId, item }) => (
            <li key={inventoryItemId}>
              <ItemTile item={item} />
            </li>
          ))}
        </ul>
        {again}
      </div>
    </Panel>
  );
}
