import {
  Button,
  type InputWrapperProps,
  Modal,
  NumberInput,
  SegmentedControl,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../data/api.ts';
import { useConfig } from '../../../data/config.ts';
import type { AdminRaffle, Randomness } from '../../../data/generated/api.ts';
import { invalidate } from '../../../data/queries.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { parseMoney } from '../../../shared/format/parse-money.ts';
import { Icon } from '../../../shared/icons/index.tsx';
import { MoneyInput } from '../../../shared/parts/MoneyInput.tsx';
import { sharedTexts, useTexts } from '../../../shared/texts/index.ts';
import { DecisionForm } from '../../parts/DecisionForm.tsx';
import type { Decided, Decision } from '../../parts/decision.types.ts';
import { DrawerFooter } from '../../parts/drawer-footer.ts';
import { ItemPicker } from '../../parts/ItemPicker.tsx';
import type { Result } from '../../queues/ResultLine.tsx';
import { bodyOf, draftOf, type RaffleDraft } from './raffle-draft.ts';
import classes from './raffles.module.css';
import { rafflePageTexts } from './texts.ts';

const HINT_BELOW: NonNullable<InputWrapperProps['inputWrapperOrder']> = ['label', 'input', 'description', 'error'];

export function RaffleForm({
  raffle,
  onClose,
  onSaved,
  onProposed,
}: {
  raffle: AdminRaffle | null;
  onClose: () => void;
  onSaved: (saved: AdminRaffle) => void;
  /** It waits for a second administrator. */
  onProposed: (result: Result) => void;
}) {
  const texts = useTexts(rafflePageTexts);
  const { close } = useTexts(sharedTexts);
  const hasBeacon = useConfig()?.features.beacon ?? false;
  const [draft, setDraft] = useState(() => draftOf(raffle));
  const [isPicking, setIsPicking] = useState(false);
  const set = (change: Partial<RaffleDraft>) => setDraft({ ...draft, ...change });
  const cents = parseMoney(draft.price);
  const isSound = cents !== null && cents > 0n && draft.prizes.length > 0 && draft.maxTickets > 0;
  const save = async (reason: string) => {
    if (!isSound) return;
    const body = { ...bodyOf(draft, cents), reason };
    const saved = await (raffle === null
      ? call('POST /admin/raffles', { body })
      : call('PUT /admin/raffles/{id}', { params: { id: raffle.id }, body }));
    void invalidate('GET /admin/raffles', 'GET /admin/raffles/{id}', 'GET /admin/proposals');
    onSaved(saved);
  };
  const decision: Decision = {
    id: 'save',
    label: raffle === null ? texts.publish : texts.save,
    tone: 'go',
    isBlocked: !isSound,
    effect: raffle === null ? texts.publishEffect : texts.saveEffect,
    run: save,
  };
  const done = (decided: Decided) => {
    if (!decided.isProposal) return;
    void invalidate('GET /admin/proposals');
    onProposed({ ...decided, what: draft.name, entity: { action: 'DECISION_PROPOSED' } });
  };
  return (
    <Modal
      opened
      size="lg"
      padding={20}
      onClose={onClose}
      // A press beside it loses nothing that was typed, and Escape closes the picker first.
      closeOnClickOutside={false}
      closeOnEscape={!isPicking}
      title={raffle === null ? texts.makeTitle : texts.editTitle(raffle.name)}
      closeButtonProps={{ 'aria-label': close }}
    >
      <DrawerFooter value={null}>
        <DecisionForm decisions={[decision]} onDone={done}>
          <Words draft={draft} set={set} />
          <div className={classes.pair}>
            <MoneyInput
              label={texts.ticket}
              isAmongOthers
              isRequired
              value={draft.price}
              error={draft.price !== '' && cents === null ? texts.noPrice : null}
              onChange={(price) => set({ price })}
            />
            <NumberInput
              label={texts.maxTickets}
              inputWrapperOrder={HINT_BELOW}
              required
              min={1}
              allowDecimal={false}
              value={draft.maxTickets}
              onChange={(value) => set({ maxTickets: Number(value) || 0 })}
            />
            <NumberInput
              label={texts.perUser}
              inputWrapperOrder={HINT_BELOW}
              description={texts.perUserHint}
              min={1}
              allowDecimal={false}
              value={draft.maxPerUser}
              onChange={(value) => set({ maxPerUser: value === '' ? '' : Number(value) })}
            />
            <TextInput
              label={texts.closesAt}
              inputWrapperOrder={HINT_BELOW}
              description={texts.closesHint}
              type="datetime-local"
              value={draft.closesAt}
              onChange={({ currentTarget }) => set({ closesAt: currentTarget.value })}
            />
          </div>
          {hasBeacon && (
            <SegmentedControl
              aria-label={texts.randomness}
              value={draft.randomness ?? 'drand'}
              data={(['drand', 'server'] as const).map((value) => ({ value, label: texts.random[value] }))}
              onChange={(value) => set({ randomness: value as Randomness })}
            />
          )}
          <PrizeList draft={draft} cents={cents} set={set} isPicking={isPicking} onPicking={setIsPicking} />
        </DecisionForm>
      </DrawerFooter>
    </Modal>
  );
}

interface Part {
  draft: RaffleDraft;
  set: (change: Partial<RaffleDraft>) => void;
}

function Words({ draft, set }: Part) {
  const texts = useTexts(rafflePageTexts);
  return (
    <>
      <TextInput
        label={texts.name}
        required
        value={draft.name}
        onChange={({ currentTarget }) => set({ name: currentTarget.value })}
      />
      <Textarea
        label={texts.description}
        required
        autosize
        minRows={2}
        value={draft.description}
        onChange={({ currentTarget }) => set({ description: currentTarget.value })}
      />
      <TextInput
        label={texts.imageUrl}
        required
        value={draft.imageUrl}
        onChange={({ currentTarget }) => set({ imageUrl: currentTarget.value })}
      />
    </>
  );
}

function PrizeList({
  draft: { prizes, maxTickets },
  cents,
  set,
  isPicking,
  onPicking,
}: Part & { cents: bigint | null; isPicking: boolean; onPicking: (isPicking: boolean) => void }) {
  const texts = useTexts(rafflePageTexts);
  const { money } = useFormat();
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
      <Button variant="default" leftSection={<Icon name="plus" size={14} />} onClick={() => onPicking(true)}>
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
          onPicking(false);
        }}
        onClose={() => onPicking(false)}
      />
    </section>
  );
}
