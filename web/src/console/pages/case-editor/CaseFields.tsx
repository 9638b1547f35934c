import { Button, NumberInput, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../data/api.ts';
import type { AdminCaseDetail, CaseStatus } from '../../../data/generated/api.ts';
import { invalidate, useAction } from '../../../data/queries.ts';
import { Panel } from '../../../shared/parts/Panel.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import { changedFields } from '../../data/changed-fields.ts';
import type { Decision } from '../../parts/decision.types.ts';
import { ReasonDialog } from '../../parts/ReasonDialog.tsx';
import { Refusal } from '../../parts/Refusal.tsx';
import classes from './editor.module.css';
import { editorTexts } from './texts.ts';

const CHANGES = ['GET /admin/cases', 'GET /admin/cases/{id}'] as const;

type Fields = Pick<AdminCaseDetail, 'name' | 'category' | 'description' | 'displayOrder'>;

/** Name, category, place in the shop, and whether it is live are no part of a version. */
export function CaseFields({ detail }: { detail: AdminCaseDetail }) {
  const texts = useTexts(editorTexts);
  const [typed, setTyped] = useState<Partial<Fields>>({});
  const fields: Fields = { ...detail, ...typed };
  const changes = changedFields<Fields>(detail, typed);
  const save = useAction('PATCH /admin/cases/{id}', CHANGES);
  const set = (change: Partial<Fields>) => setTyped({ ...typed, ...change });
  const done = () => setTyped((latest) => (latest === typed ? {} : latest));
  return (
    <Panel title={texts.about}>
      <form
        className={classes.fields}
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate({ params: { id: detail.id }, body: changes }, { onSuccess: done });
        }}
      >
        <TextInput
          label={texts.name}
          required
          value={fields.name}
          onChange={({ currentTarget }) => set({ name: currentTarget.value })}
        />
        <TextInput
          label={texts.category}
          required
          value={fields.category}
          onChange={({ currentTarget }) => set({ category: currentTarget.value })}
        />
        <Textarea
          label={texts.description}
          autosize
          minRows={2}
          value={fields.description}
          onChange={({ currentTarget }) => set({ description: currentTarget.value })}
        />
        <NumberInput
          label={texts.order}
          allowDecimal={false}
          value={fields.displayOrder}
          onChange={(value) => set({ displayOrder: Math.trunc(Number(value)) || 0 })}
        />
        <Refusal error={save.error} />
        <Button type="submit" variant="default" loading={save.isPending}>
          {texts.save}
        </Button>
        {save.isSuccess && Object.keys(changes).length === 0 && <p aria-live="polite">{texts.savedFields}</p>}
      </form>
      <CaseState detail={detail} />
    </Panel>
  );
}

function CaseState({ detail: { id, status, versionNumber } }: { detail: AdminCaseDetail }) {
  const texts = useTexts(editorTexts);
  const [wanted, setWanted] = useState<CaseStatus | null>(null);
  const words = {
    ACTIVE: { label: texts.goLive, hint: texts.goLiveHint },
    DRAFT: { label: texts.takeDown, hint: texts.takeDownHint },
    ARCHIVED: { label: texts.archive, hint: texts.archiveHint },
  } as const;
  const choices = (['ACTIVE', 'DRAFT', 'ARCHIVED'] as const).filter((each) => each !== status);
  const decisionOf = (next: CaseStatus): Decision => ({
    id: next,
    label: words[next].label,
    tone: next === 'ACTIVE' ? 'go' : 'refuse',
    effect: words[next].hint,
    run: (reason) => call('PATCH /admin/cases/{id}', { params: { id }, body: { status: next, reason } }),
  });
  return (
    <div className={classes.states}>
      {choices.map((each) => (
        <Button
          key={each}
          variant="default"
          size="compact-md"
          disabled={each === 'ACTIVE' && versionNumber === null}
          onClick={() => setWanted(each)}
        >
          {words[each].label}
        </Button>
      ))}
      <ReasonDialog
        title={texts.stateTitle}
        decision={wanted === null ? null : decisionOf(wanted)}
        onClose={() => setWanted(null)}
        onDone={() => {
          setWanted(null);
          void invalidate(...CHANGES);
        }}
      />
    </div>
  );
}
