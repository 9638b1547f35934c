import { Button, NumberInput } from '@mantine/core';
import type { TicketPrice } from '../../../data/generated/api.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { Icon } from '../../../shared/icons/index.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import { chanceSum, type DraftPrize, type EventDraft, meanCents, type PickItem, TICKET_PRICES } from './event-draft.ts';
import classes from './events.module.css';
import { eventPageTexts } from './texts.ts';

export function ShootTables({
  shoots,
  onChange,
  onPick,
}: {
  shoots: EventDraft['shoots'];
  onChange: (shoots: EventDraft['shoots']) => void;
  onPick: (pick: PickItem) => void;
}) {
  const texts = useTexts(eventPageTexts);
  return (
    <section>
      <h3 className={classes.heading}>{texts.shootTables}</h3>
      {TICKET_PRICES.map((price) => (
        <ShootTable
          key={price}
          price={price}
          prizes={shoots[price]}
          onChange={(prizes) => onChange({ ...shoots, [price]: prizes })}
          onPick={onPick}
        />
      ))}
    </section>
  );
}

function ShootTable({
  price,
  prizes,
  onChange,
  onPick,
}: {
  price: TicketPrice;
  prizes: readonly DraftPrize[];
  onChange: (prizes: readonly DraftPrize[]) => void;
  onPick: (pick: PickItem) => void;
}) {
  const texts = useTexts(eventPageTexts);
  const { money, number, marks } = useFormat();
  const sum = chanceSum(prizes);
  const left = Math.max(0, Math.round((100 - sum) * 100_000) / 100_000);
  const pick = () =>
    onPick({
      taken: prizes.map(({ itemId }) => itemId),
      // The newest item gets the remaining rolls, so that a table is whole at once.
      onPicked: (item) => onChange([...prizes, { ...item, chance: left }]),
    });
  return (
    <div className={classes.table}>
      <strong>{texts.shootOf(number(price))}</strong>
      {prizes.map((prize, index) => (
        <div key={prize.itemId} className={classes.prize}>
          <img src={prize.imageUrl} alt="" />
          <span>
            {prize.name}
            <small>{money(prize.valueCents)}</small>
          </span>
          <NumberInput
            aria-label={texts.chance(prize.name)}
            suffix=" %"
            min={0}
            max={100}
            decimalScale={5}
            decimalSeparator={marks().decimal}
            value={prize.chance}
            onChange={(value) => onChange(prizes.with(index, { ...prize, chance: Number(value) || 0 }))}
          />
          <Button
            variant="subtle"
            aria-label={texts.removePrize(prize.name)}
            onClick={() => onChange(prizes.toSpliced(index, 1))}
          >
            <Icon name="x" size={14} />
          </Button>
        </div>
      ))}
      <div className={classes.acts}>
        <Button variant="default" leftSection={<Icon name="plus" size={14} />} onClick={pick}>
          {texts.addPrize}
        </Button>
        {prizes.length > 0 && (
          <p className={sum === 100 ? classes.hint : classes.wrong}>
            {texts.sum(number(sum))} · {sum === 100 ? texts.value(money(meanCents(prizes))) : texts.sumWrong}
          </p>
        )}
      </div>
    </div>
  );
}
