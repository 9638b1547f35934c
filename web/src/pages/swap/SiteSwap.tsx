import { Button } from '@mantine/core';
import { useState } from 'react';
import { useConfig } from '../../data/config.ts';
import type { InventoryItem, SiteSwapResult, SwapTarget } from '../../data/generated/api.ts';
import { useAction } from '../../data/queries.ts';
import { refreshSession } from '../../data/session.ts';
import { ErrorLine } from '../../shared/errors/ErrorLine.tsx';
import { useFormat } from '../../shared/format/index.ts';
import { Icon } from '../../shared/icons/index.tsx';
import { ItemCard } from '../../shared/items/ItemCard.tsx';
import { Badge } from '../../shared/parts/Badge.tsx';
import { Money } from '../../shared/parts/Money.tsx';
import { Panel } from '../../shared/parts/Panel.tsx';
import { EmptyState } from '../../shared/states/EmptyState.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import { GivenItems, sumOf } from './GivenItems.tsx';
import { ScaleBar } from './ScaleBar.tsx';
import { SiteHistory, TONES } from './SiteHistory.tsx';
import classes from './SiteSwap.module.css';
import { SiteTargets } from './SiteTargets.tsx';
import { swapErrors, texts } from './texts.ts';

/** The house buys the target on the marketplace; the bar compares both sides. */
export function SiteSwap() {
  const words = useTexts(texts);
  const errors = useTexts(swapErrors);
  const config = useConfig();
  const [given, setGiven] = useState<readonly InventoryItem[]>([]);
  const [isChoosing, setIsChoosing] = useState(false);
  const [target, setTarget] = useState<SwapTarget | null>(null);
  const swap = useAction('POST /swap/site', ['GET /inventory', 'GET /swap/site', 'GET /swap/targets']);
  if (config !== null && !config.features.siteSwap) return <EmptyState icon="swap" title={words.site.off} />;
  const givenCents = sumOf(given);
  const ceiling = config?.swaps.siteCeilingPercent ?? 100;
  const limitCents = (givenCents * BigInt(ceiling)) / 100n;
  const targetCents = target === null ? 0n : BigInt(target.valueCentsBrl);
  const isTooDear = target !== null && given.length > 0 && targetCents > limitCents;
  const confirm = () => {
    if (target === null) return;
    swap.mutate(
      { body: { inventoryItemIds: given.map(({ id }) => id), targetMarketHashName: target.marketHashName } },
      {
        onSuccess: ({ status }) => {
          // The items are back: who wants to can try again with the same.
          if (status === 'FAILED') return;
          setGiven([]);
          setTarget(null);
          void refreshSession();
        },
      },
    );
  };
  return (
    <div className={classes.site}>
      <div className={classes.sides}>
        <Panel title={words.give} aside={<Money cents={givenCents} />}>
          <GivenItems
            items={given}
            most={config?.swaps.maxItemsPerSide ?? 1}
            isChoosing={isChoosing}
            onChoose={setIsChoosing}
            onChange={setGiven}
          />
        </Panel>
        <Panel title={words.get} tone={target === null ? 'plain' : 'accent'} aside={<Money cents={targetCents} />}>
          <div className={classes.target}>
            {target === null ? <p className={classes.none}>{words.site.chooseTarget}</p> : <ItemCard item={target} />}
            <SiteTargets givenCents={givenCents} limitCents={limitCents} chosen={target} onChoose={setTarget} />
          </div>
        </Panel>
      </div>
      <Panel>
        <div className={classes.decide}>
          <div className={classes.words}>
            {givenCents > 0n && target !== null && (
              <ScaleBar givenCents={givenCents} targetCents={targetCents} ceilingPercent={ceiling} />
            )}
            <p className={classes.sentence}>
              {given.length === 0 && words.nothingGiven}
              {given.length > 0 && target === null && words.site.chooseTarget}
              {given.length > 0 && target !== null && isTooDear && words.site.tooDear}
              {given.length > 0 && target !== null && !isTooDear && (
                <Difference givenCents={givenCents} targetCents={targetCents} />
              )}
            </p>
            <p className={classes.limit}>{words.site.confirmHint}</p>
          </div>
          <Button
            size="lg"
            leftSection={<Icon name="swap" />}
            loading={swap.isPending}
            disabled={given.length === 0 || target === null || isTooDear}
            onClick={confirm}
          >
            {words.site.confirm}
          </Button>
        </div>
        <Settled result={swap.data} />
        <ErrorLine error={swap.error} texts={errors} />
      </Panel>
      <SiteHistory />
    </div>
  );
}

const ICONS = { PENDING: 'clock', COMPLETED: 'check', FAILED: 'alert' } as const;

/** Shows the outcome of the swap that was just confirmed, or that it is awaited. */
function Settled({ result }: { result: SiteSwapResult | undefined }) {
  const { site } = useTexts(texts);
  const { money } = useFormat();
  if (result === undefined) return null;
  const { status, creditedCents } = result;
  return (
    <p className={classes.settled} role={status === 'FAILED' ? 'alert' : 'status'}>
      <Badge tone={TONES[status]} icon={ICONS[status]}>
        {site.status[status]}
      </Badge>
      {site.hints[status]}
      {creditedCents !== '0' && ` ${site.returned(money(creditedCents))}`}
    </p>
  );
}

function Difference({ givenCents, targetCents }: { givenCents: bigint; targetCents: bigint }) {
  const { site } = useTexts(texts);
  const { money } = useFormat();
  if (givenCents === targetCents) return site.even;
  return givenCents > targetCents
    ? site.credited(money(givenCents - targetCents))
    : site.covered(money(targetCents - givenCents));
}
