import { Button } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../data/api.ts';
import type { Proposal, Setting } from '../../../data/generated/api.ts';
import { invalidate } from '../../../data/queries.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { useLanguage, useTexts } from '../../../shared/texts/index.ts';
import { AuditLink } from '../../parts/AuditLink.tsx';
import { DecisionForm } from '../../parts/DecisionForm.tsx';
import { ProposalNote } from '../../parts/ProposalNote.tsx';
import { SideDrawer } from '../../parts/SideDrawer.tsx';
import { Facts } from '../../queues/RecordHead.tsx';
import type { Result } from '../../queues/ResultLine.tsx';
import { names as ownNames } from '../../settings/names.ts';
import { readValue, typedValue } from '../../settings/setting-values.ts';
import { useShownValue } from '../../settings/use-shown-value.ts';
import { EffectPreview } from './EffectPreview.tsx';
import { MEANINGS_PT } from './meanings.ts';
import { SettingField } from './SettingField.tsx';
import classes from './settings.module.css';
import { texts as ownTexts } from './texts.ts';
import { useEffectPreview } from './use-effect-preview.ts';

export function SettingDrawer({
  setting,
  proposal,
  onClose,
  onDone,
}: {
  setting: Setting;
  proposal: Proposal | null;
  onClose: () => void;
  onDone: (result: Result) => void;
}) {
  const texts = useTexts(ownTexts);
  const names = useTexts(ownNames);
  const shownValue = useShownValue();
  const { language } = useLanguage();
  const format = useFormat();
  const { key, value, lastChange } = setting;
  const [typed, setTyped] = useState(typedValue(setting, value, format));
  const next = readValue(setting, typed);
  const isSame = JSON.stringify(next) === JSON.stringify(value);
  const isFit = next !== undefined && !isSame;
  const name = names[key] ?? key;
  const shown = (each: unknown) => shownValue(setting, each);
  const preview = useEffectPreview(key, isFit ? next : undefined);
  // The administrator confirms the effect that is shown above the button. The API refuses an effect that was not shown.
  const confirmation = preview.state === 'shown' ? { confirm: true } : {};
  const save = async (reason: string) => {
    await call('PATCH /admin/settings', { body: { [key]: next, ...confirmation, reason } });
  };
  return (
    <SideDrawer label={name} head={<strong>{name}</strong>} onClose={onClose}>
      <div className={classes.drawer}>
        <p>{language === 'pt-BR' ? (MEANINGS_PT[key] ?? setting.description) : setting.description}</p>
        <Facts
          facts={[
            [texts.value, shown(value)],
            [texts.byDefault, shown(setting.default)],
            [
              texts.changed,
              lastChange === null
                ? texts.never
                : [lastChange.actorName, format.dateTime(lastChange.at), lastChange.reason].filter(Boolean).join(' · '),
            ],
          ]}
        />
        <AuditLink entity={{ type: 'setting', id: key }} />
        {proposal !== null && (
          <ProposalNote proposal={proposal} content={texts.fromTo(shown(value), shown(JSON.parse(proposal.content)))} />
        )}
        <SettingField setting={setting} typed={typed} isWrong={next === undefined} onChange={setTyped} />
        <Button
          variant="default"
          size="compact-md"
          className={classes.reset ?? ''}
          onClick={() => setTyped(typedValue(setting, setting.default, format))}
        >
          {texts.reset}
        </Button>
        <EffectPreview preview={preview} />
      </div>
      <DecisionForm
        decisions={[
          {
            id: 'save',
            label: texts.save,
            tone: 'go',
            isBlocked: !isFit || preview.state === 'pending',
            effect: isFit ? texts.effect(name, shown(value), shown(next)) : texts.noEffect,
            run: save,
          },
        ]}
        onDone={(decided) => {
          onDone({ ...decided, what: name, entity: { type: 'setting', id: key } });
          void invalidate('GET /admin/settings', 'GET /admin/proposals');
        }}
      />
    </SideDrawer>
  );
}
