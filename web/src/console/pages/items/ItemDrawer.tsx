import { Button, NumberInput, Select, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { call } from '../../../data/api.ts';
import { isApiError } from '../../../data/api-error.ts';
import type { AdminItem, Rarity } from '../../../data/generated/api.ts';
import { invalidate } from '../../../data/queries.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { itemWords } from '../../../shared/items/item-words.ts';
import { useTexts } from '../../../shared/texts/index.ts';
import { changedFields } from '../../data/changed-fields.ts';
import { AuditLink } from '../../parts/AuditLink.tsx';
import { DecisionRefusal } from '../../parts/DecisionRefusal.tsx';
import type { Decided, Decision } from '../../parts/decision.types.ts';
import { ProposalNote } from '../../parts/ProposalNote.tsx';
import { ReasonDialog } from '../../parts/ReasonDialog.tsx';
import { ReasonField } from '../../parts/ReasonField.tsx';
import { SideDrawer } from '../../parts/SideDrawer.tsx';
import { useDecision } from '../../parts/use-decision.ts';
import { useProposal } from '../../proposals/use-proposal.ts';
import { ResultLine } from '../../queues/ResultLine.tsx';
import classes from './items.module.css';
import { itemPageTexts } from './texts.ts';

const LISTS = ['GET /admin/items', 'GET /admin/items/{id}', 'GET /admin/proposals'] as const;
const WANTS_CONFIRMATION = ['PRICE_NOT_CONFIRMED', 'MARGIN_NOT_CONFIRMED'];

/** Tells whether the API has refused a large change, and would do it when asked again. */
const isUnconfirmed = (error: unknown) => isApiError(error) && WANTS_CONFIRMATION.includes(error.code);

type Fields = Pick<AdminItem, 'name' | 'imageUrl' | 'rarity' | 'originalPriceCents' | 'marginPercent'>;

const isRepricing = (change: Partial<Fields>) => 'originalPriceCents' in change || 'marginPercent' in change;

export function ItemDrawer({ item, onClose }: { item: AdminItem; onClose: () => void }) {
  const texts = useTexts(itemPageTexts);
  const words = useTexts(itemWords);
  const { ago, money } = useFormat();
  const [typed, setTyped] = useState<Partial<Fields>>({});
  const fields: Fields = { ...item, ...typed };
  const changes = changedFields<Fields>(item, typed);
  const entity = { type: 'item', id: item.id };
  const proposal = useProposal(entity);
  const [decided, setDecided] = useState<Decided | null>(null);
  const [isLarge, setIsLarge] = useState(false);
  const deciding = useDecision((next) => {
    setDecided(next);
    setIsLarge(false);
    void invalidate(...LISTS);
  });
  const { state, code, decide } = deciding;
  const [reason, setReason] = useState('');
  const [isAsking, setIsAsking] = useState(false);
  const reasonField = useRef<HTMLTextAreaElement>(null);
  const isRepriced = isRepricing(changes);
  const set = (change: Partial<Fields>) => {
    setTyped({ ...typed, ...change });
    if (isRepricing(changedFields(fields, change))) setIsLarge(false);
  };
  const run = async (why: string) => {
    const body = { ...changes, ...(isLarge && { confirm: true }), ...(isRepriced && { reason: why }) };
    try {
      await call('PATCH /admin/items/{id}', { params: { id: item.id }, body });
    } catch (error) {
      if (isUnconfirmed(error)) setIsLarge(true);
      throw error;
    }
    setReason('');
    setTyped((latest) => (latest === typed ? {} : latest));
  };
  const send = () => {
    const why = reason.trim();
    setIsAsking(isRepriced && why === '');
    if (isRepriced && why === '') return reasonField.current?.focus();
    if (state.needsFactor && code === '') return;
    setDecided(null);
    void decide({ id: 'save', label: texts.save, effect: '', run }, why);
  };
  return (
    <SideDrawer label={item.name} head={<strong>{item.name}</strong>} onClose={onClose}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <div className={classes.shown}>
          <img src={item.imageUrl} alt="" />
          <strong>{money(item.valueCentsBrl)}</strong>
          <AuditLink entity={entity} />
        </div>
        {proposal !== null && <ProposalNote proposal={proposal} />}
        {item.archivedAt !== null && <p>{texts.restoreNote(ago(item.archivedAt))}</p>}
        <TextInput
          label={texts.name}
          required
          value={fields.name}
          onChange={({ currentTarget }) => set({ name: currentTarget.value })}
        />
        <TextInput
          label={texts.imageUrl}
          required
          value={fields.imageUrl}
          onChange={({ currentTarget }) => set({ imageUrl: currentTarget.value })}
        />
        <Select
          label={texts.rarity}
          allowDeselect={false}
          value={fields.rarity}
          data={Object.entries(words.rarities).map(([value, label]) => ({ value, label }))}
          onChange={(rarity) => rarity !== null && set({ rarity: rarity as Rarity })}
        />
        <NumberInput
          label={texts.price}
          description={texts.priceHint}
          allowDecimal={false}
          allowNegative={false}
          value={Number(fields.originalPriceCents)}
          onChange={(value) => set({ originalPriceCents: String(Math.trunc(Number(value)) || 0) })}
        />
        <NumberInput
          label={texts.margin}
          description={texts.marginHint}
          value={fields.marginPercent}
          onChange={(value) => set({ marginPercent: Number(value) || 0 })}
        />
        {isRepriced && (
          <ReasonField
            ref={reasonField}
            value={reason}
            hint={texts.priceReason}
            isMissing={isAsking && reason.trim() === ''}
            onChange={setReason}
            onSend={send}
          />
        )}
        <DecisionRefusal decision={deciding} />
        {isLarge && <p className={classes.warning}>{texts.anywayHint}</p>}
        <div className={classes.buttons}>
          <Button type="submit" loading={state.isBusy}>
            {isLarge ? texts.saveAnyway : texts.save}
          </Button>
          {item.archivedAt === null && <ArchiveButton id={item.id} onDone={onClose} />}
        </div>
        {decided !== null && !decided.isProposal && <p aria-live="polite">{texts.saved}</p>}
        {decided?.isProposal === true && <ResultLine result={{ ...decided, what: item.name, entity }} />}
      </form>
    </SideDrawer>
  );
}

function ArchiveButton({ id, onDone }: { id: string; onDone: () => void }) {
  const texts = useTexts(itemPageTexts);
  const [isAsking, setIsAsking] = useState(false);
  const decision: Decision = {
    id: 'archive',
    label: texts.archive,
    tone: 'refuse',
    effect: texts.archiveHint,
    run: (reason) => call('DELETE /admin/items/{id}', { params: { id }, body: { reason } }),
  };
  return (
    <>
      <Button variant="default" onClick={() => setIsAsking(true)}>
        {texts.archive}
      </Button>
      <ReasonDialog
        title={texts.archiveTitle}
        decision={isAsking ? decision : null}
        onClose={() => setIsAsking(false)}
        onDone={() => {
          void invalidate(...LISTS);
          onDone();
        }}
      />
    </>
  );
}
