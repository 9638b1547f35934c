import { Button, Modal, NumberInput, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useConfig } from '../../../data/config.ts';
import type { AdminRaffle, Randomness } from '../../../data/generated/api.ts';
import { useAction } from '../../../data/queries.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { parseMoney } from '../../../shared/format/parse-money.ts';
import { Icon } from '../../../shared/icons/index.tsx';
import { MoneyInput } from '../../../shared/parts/MoneyInput.tsx';
import { sharedTexts, useTexts } from '../../../shared/texts/index.ts';
import { ItemPicker } from '../../parts/ItemPicker.tsx';
import { toInput, toTime } from '../../parts/local-times.ts';
import { Refusal } from '../../parts/Refusal.tsx';
import classes from './raffles.module.css';
import { rafflePageTexts } from './texts.ts';

interface Prize {
  itemId: string;
  name: string;
  imageUrl: string;
  valueCents: string;
}

interface Fields {
  name: string;
  description: string;
  imageUrl: string;
  price: string;
  maxTickets: number;
  maxPerUser: number | '';
  closesAt: string;
  randomness: Randomness;
  prizes: readonly Prize[];
}

/** A new raffle, or one of which no ticket is sold yet. */
export function RaffleForm({
  raffle,
  onClose,
  onSaved,
}: {
  raffle: AdminRaffle | null;
  onClose: () => void;
  onSaved: (saved: AdminRaffle) => void;
}) {
  const texts = useTexts(rafflePageTexts);
  const { close } = useTexts(sharedTexts);
  const hasBeacon = useConfig()?.features.beacon ?? false;
  const [fields, setFields] = useState<Fields>(() => fieldsOf(raffle, hasBeacon));
  const create = useAction('POST /admin/raffles', ['GET /admin/raffles']);
  const edit = useAction('PUT /admin/raffles/{id}', ['GET /admin/raffles', 'GET /admin/raffles/{id}']);
  const set = (change: Partial<Fields>) => setFields({ ...fields, ...change });
  const cents = parseMoney(fields.price);
  const isSound = cents !== null && cents > 0n && fields.prizes.length > 0 && fields.maxTickets > 0;
  const send = () => {
    if (!isSound) return;
    const body = bodyOf(fields, cents);
    if (raffle === null) create.mutate({ body }, { onSuccess: onSaved });
    else edit.mutate({ params: { id: raffle.id }, body }, { onSuccess: onSaved });
  };
  return (
    <Modal
      opened
      size="lg"
      onClose={onClose}
      title={raffle === null ? texts.makeTitle : texts.editTitle(raffle.name)}
      closeButtonProps={{ 'aria-label': close }}
    >
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <Words fields={fields} set={set} />
        <div className={classes.pair}>
          <MoneyInput
            label={texts.ticket}
            value={fields.price}
            error={fields.price !== '' && cents === null ? texts.noPrice : null}
            onChange={(price) => set({ price })}
          />
          <NumberInput
            label={texts.maxTickets}
            required
            min={1}
            allowDecimal={false}
            value={fields.maxTickets}
            onChange={(value) => set({ maxTickets: Number(value) || 0 })}
          />
          <NumberInput
            label={texts.perUser}
            description={texts.perUserHint}
            min={1}
            allowDecimal={false}
            value={fields.maxPerUser}
            onChange={(value) => set({ maxPerUser: value === '' ? '' : Number(value) })}
          />
          <TextInput
            label={texts.closesAt}
            description={texts.closesHint}
            type="datetime-local"
            value={fields.closesAt}
            onChange={({ currentTarget }) => set({ closesAt: currentTarget.value })}
          />
        </div>
        {hasBeacon && (
          <SegmentedControl
            aria-label={texts.randomness}
            value={fields.randomness}
            data={(['drand', 'server'] as const).map((value) => ({ value, label: texts.random[value] }))}
            onChange={(value) => set({ randomness: value as Randomness })}
          />
        )}
        <PrizeList fields={fields} cents={cents} set={set} />
        <Refusal error={create.error ?? edit.error} />
        <Button type="submit" disabled={!isSound} loading={create.isPending || edit.isPending}>
          {raffle === null ? texts.publish : texts.save}
        </Button>
      </form>
    </Modal>
  );
}

interface Part {
  fields: Fields;
  set: (change: Partial<Fields>) => void;
}

function Words({ fields, set }: Part) {
  const texts = useTexts(rafflePageTexts);
  return (
    <>
      <TextInput
        label={texts.name}
        required
        value={fields.name}
        onChange={({ currentTarget }) => set({ name: currentTarget.value })}
      />
      <Textarea
        label={texts.description}
        required
        autosize
        minRows={2}
        value={fields.description}
        onChange={({ currentTarget }) => set({ description: currentTarget.value })}
      />
      <TextInput
        label={texts.imageUrl}
        required
        value={fields.imageUrl}
        onChange={({ currentTarget }) => set({ imageUrl: currentTarget.value })}
      />
    </>
  );
}

/** The prizes in the order in which they are drawn, and what the house makes of it. */
function PrizeList({ fields: { prizes, maxTickets }, cents, set }: Part & { cents: bigint | null }) {
  const texts = useTexts(rafflePageTexts);
  const { money } = useFormat();
  const [isPicking, setIsPicking] = useState(false);
  const prizesCents = prizes.reduce((sum, { valueCents }) => sum + BigInt(valueCents), 0n);
  const incomeCents = (cents ?? 0n) * BigInt(maxTickets);
  return (
    <section className={classes.prizeList}>
      <h3 className={classes.heading}>{texts.prizes}</h3>
      <ul className={classes.prizes}>
        {prizes.map((prize, index) => (
          // A prize may be there more than once: its place is what tells it from another.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <li key={`${index} ${prize.itemId}`}>
            <img src={prize.imageUrl} alt="" />
            <strong>{prize.name}</strong>
            <span>
              {money(prize.valueCents)}
              <Button
                variant="subtle"
                size="compact-sm"
                aria-label={texts.removePrize(prize.name)}
                onClick={() => set({ prizes: prizes.toSpliced(index, 1) })}
              >
                <Icon name="x" size={14} />
              </Button>
            </span>
          </li>
        ))}
      </ul>
      {prizes.length === 0 && <p className={classes.hint}>{texts.noPrizes}</p>}
      <Button variant="default" leftSection={<Icon name="plus" size={14} />} onClick={() => setIsPicking(true)}>
        {texts.addPrize}
      </Button>
      {prizes.length > 0 && cents !== null && (
        <p className={incomeCents < prizesCents ? classes.loss : classes.hint}>
          {texts.bringsIn(money(incomeCents), money(prizesCents))} {incomeCents < prizesCents && texts.loses}
        </p>
      )}
      <ItemPicker
        title={texts.pickTitle}
        isOpen={isPicking}
        isInside={() => false}
        onAdd={({ id, name, imageUrl, valueCentsBrl }) => {
          set({ prizes: [...prizes, { itemId: id, name, imageUrl, valueCents: valueCentsBrl }] });
          setIsPicking(false);
        }}
        onClose={() => setIsPicking(false)}
      />
    </section>
  );
}

function fieldsOf(raffle: AdminRaffle | null, hasBeacon: boolean): Fields {
  if (raffle === null) {
    return {
      name: '',
      description: '',
      imageUrl: '',
      price: '',
      maxTickets: 100,
      maxPerUser: '',
      closesAt: '',
      randomness: hasBeacon ? 'drand' : 'server',
      prizes: [],
    };
  }
  const { name, description, imageUrl, ticketPriceCents, maxTickets, maxTicketsPerUser, closesAt, randomness } = raffle;
  return {
    name,
    description,
    imageUrl,
    price: (Number(ticketPriceCents) / 100).toFixed(2).replace('.', ','),
    maxTickets,
    maxPerUser: maxTicketsPerUser ?? '',
    closesAt: closesAt === null ? '' : toInput(closesAt),
    randomness,
    prizes: raffle.prizes.map(({ item, valueCents }) => ({
      itemId: item.id,
      name: item.name,
      imageUrl: item.imageUrl,
      valueCents,
    })),
  };
}

const bodyOf = (fields: Fields, cents: bigint) => ({
  name: fields.name,
  description: fields.description,
  imageUrl: fields.imageUrl,
  ticketPriceCents: cents.toString(),
  maxTickets: fields.maxTickets,
  maxTicketsPerUser: fields.maxPerUser === '' ? null : fields.maxPerUser,
  closesAt: fields.closesAt === '' ? null : toTime(fields.closesAt),
  randomness: fields.randomness,
  prizes: fields.prizes.map(({ itemId }, displayOrder) => ({ displayOrder, itemId })),
});
