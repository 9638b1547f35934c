import { Button, NumberInput, Select } from '@mantine/core';
import type { Reward } from '../../../data/generated/api.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { Icon } from '../../../shared/icons/index.tsx';
import { MoneyInput } from '../../../shared/parts/MoneyInput.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import type { DraftTier, PickItem } from './event-draft.ts';
import classes from './events.module.css';
import { eventPageTexts } from './texts.ts';

const NEW_TIER: DraftTier = { points: 1000, type: 'TICKETS', amount: '', tickets: 250, item: null };
const TYPES = ['TICKETS', 'BALANCE', 'ITEM'] as const satisfies Reward['type'][];

export function TierList({
  tiers,
  onChange,
  onPick,
}: {
  tiers: readonly DraftTier[];
  onChange: (tiers: readonly DraftTier[]) => void;
  onPick: (pick: PickItem) => void;
}) {
  const texts = useTexts(eventPageTexts);
  const { number } = useFormat();
  const next = { ...NEW_TIER, points: (tiers.at(-1)?.points ?? 0) + NEW_TIER.points };
  return (
    <section>
      <h3 className={classes.heading}>{texts.tiers}</h3>
      {tiers.map((tier, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a tier has nothing else that tells it from another.
        <div key={index} className={classes.tier}>
          <TierFields tier={tier} onChange={(changed) => onChange(tiers.with(index, changed))} onPick={onPick} />
          <Button
            variant="subtle"
            aria-label={texts.removeTier(number(index + 1))}
            onClick={() => onChange(tiers.toSpliced(index, 1))}
          >
            <Icon name="x" size={14} />
          </Button>
        </div>
      ))}
      <Button variant="default" leftSection={<Icon name="plus" size={14} />} onClick={() => onChange([...tiers, next])}>
        {texts.addTier}
      </Button>
    </section>
  );
}

function TierFields({
  tier,
  onChange,
  onPick,
}: {
  tier: DraftTier;
  onChange: (tier: DraftTier) => void;
  onPick: (pick: PickItem) => void;
}) {
  const texts = useTexts(eventPageTexts);
  return (
    <>
      <NumberInput
        label={texts.pointsRequired}
        min={1}
        allowDecimal={false}
        value={tier.points}
        onChange={(value) => onChange({ ...tier, points: Number(value) || 0 })}
      />
      <Select
        label={texts.reward}
        allowDeselect={false}
        value={tier.type}
        data={TYPES.map((value) => ({ value, label: texts.rewards[value] }))}
        onChange={(type) => type !== null && onChange({ ...tier, type: type as Reward['type'] })}
      />
      {tier.type === 'TICKETS' && (
        <NumberInput
          label={texts.ticketAmount}
          min={1}
          allowDecimal={false}
          value={tier.tickets}
          onChange={(value) => onChange({ ...tier, tickets: Number(value) || 0 })}
        />
      )}
      {tier.type === 'BALANCE' && (
        <MoneyInput
          isAmongOthers
          label={texts.amount}
          value={tier.amount}
          error={null}
          onChange={(amount) => onChange({ ...tier, amount })}
        />
      )}
      {tier.type === 'ITEM' && (
        <Button
          variant="default"
          className={classes.pick ?? ''}
          onClick={() => onPick({ taken: [], onPicked: (item) => onChange({ ...tier, item }) })}
        >
          {tier.item?.name ?? texts.pickItem}
        </Button>
      )}
    </>
  );
}
