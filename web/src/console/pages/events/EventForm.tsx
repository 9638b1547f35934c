import { Button, Modal, NumberInput, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../data/api.ts';
import type { AdminEventDetail } from '../../../data/generated/api.ts';
import { invalidate } from '../../../data/queries.ts';
import { MoneyInput } from '../../../shared/parts/MoneyInput.tsx';
import { sharedTexts, useTexts } from '../../../shared/texts/index.ts';
import { DecisionRefusal } from '../../parts/DecisionRefusal.tsx';
import { ItemPicker } from '../../parts/ItemPicker.tsx';
import { useFreshFactor } from '../../parts/use-decision.ts';
import { bodyOf, draftItem, draftOf, type EventDraft, isSound, type PickItem } from './event-draft.ts';
import classes from './events.module.css';
import { ShootTables } from './ShootTables.tsx';
import { TierList } from './TierList.tsx';
import { eventPageTexts } from './texts.ts';

export function EventForm({
  event,
  onClose,
  onSaved,
}: {
  event: AdminEventDetail | null;
  onClose: () => void;
  onSaved: (saved: AdminEventDetail) => void;
}) {
  const texts = useTexts(eventPageTexts);
  const { close } = useTexts(sharedTexts);
  const [draft, setDraft] = useState<EventDraft>(() => draftOf(event, new Date()));
  const [picking, setPicking] = useState<PickItem | null>(null);
  const sending = useFreshFactor();
  const set = (change: Partial<EventDraft>) => setDraft({ ...draft, ...change });
  const send = () => {
    const body = bodyOf(draft);
    void sending.send(
      () =>
        event === null
          ? call('POST /admin/events', { body })
          : call('PATCH /admin/events/{id}', { params: { id: event.id }, body }),
      (saved) => {
        void invalidate('GET /admin/events', 'GET /admin/events/{id}');
        onSaved(saved);
      },
    );
  };
  return (
    <Modal
      opened
      size="xl"
      onClose={onClose}
      // A press beside it loses nothing that was typed, and Escape closes the picker first.
      closeOnClickOutside={false}
      closeOnEscape={picking === null}
      title={event === null ? texts.makeTitle : texts.editTitle(event.name)}
      closeButtonProps={{ 'aria-label': close }}
    >
      <form
        className={classes.form}
        onSubmit={(submitted) => {
          submitted.preventDefault();
          send();
        }}
      >
        <Words draft={draft} set={set} />
        <TierList tiers={draft.tiers} onChange={(tiers) => set({ tiers })} onPick={setPicking} />
        <ShootTables shoots={draft.shoots} onChange={(shoots) => set({ shoots })} onPick={setPicking} />
        <DecisionRefusal decision={sending} />
        <Button
          type="submit"
          disabled={!isSound(draft) || (sending.state.needsFactor && sending.code === '')}
          loading={sending.state.isBusy}
        >
          {texts.saveDraft}
        </Button>
      </form>
      <ItemPicker
        title={texts.pickItem}
        isOpen={picking !== null}
        isInside={(itemId) => picking?.taken.includes(itemId) ?? false}
        onAdd={(item) => {
          picking?.onPicked(draftItem(item));
          setPicking(null);
        }}
        onClose={() => setPicking(null)}
      />
    </Modal>
  );
}

function Words({ draft, set }: { draft: EventDraft; set: (change: Partial<EventDraft>) => void }) {
  const texts = useTexts(eventPageTexts);
  const time = (name: 'startsAt' | 'endsAt', label: string) => (
    <TextInput
      label={label}
      description={texts.clock}
      type="datetime-local"
      required
      value={draft[name]}
      onChange={({ currentTarget }) => set({ [name]: currentTarget.value })}
    />
  );
  const rate = (name: 'pointsPerReal' | 'ticketsPerReal', label: string) => (
    <NumberInput
      label={label}
      min={0}
      allowDecimal={false}
      value={draft[name]}
      onChange={(value) => set({ [name]: Number(value) || 0 })}
    />
  );
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
      <div className={classes.pair}>
        {time('startsAt', texts.starts)}
        {time('endsAt', texts.ends)}
        {rate('pointsPerReal', texts.points)}
        {rate('ticketsPerReal', texts.tickets)}
      </div>
      <MoneyInput
        label={texts.budget}
        isAmongOthers
        hint={texts.budgetHint}
        value={draft.budget}
        onChange={(budget) => set({ budget })}
      />
    </>
  );
}
