import { Button } from '@mantine/core';
import type { ConcernedPlay, PreviewedSettings } from '../../../data/generated/api.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { sharedTexts, useTexts } from '../../../shared/texts/index.ts';
import { Refusal } from '../../parts/Refusal.tsx';
import classes from './settings.module.css';
import { texts as ownTexts } from './texts.ts';
import type { Preview } from './use-effect-preview.ts';

export function EffectPreview({ preview }: { preview: Preview }) {
  const texts = useTexts(ownTexts);
  const { retry } = useTexts(sharedTexts);
  return (
    <section className={classes.effects} aria-label={texts.effects} aria-live="polite">
      <h3>{texts.effects}</h3>
      {preview.state === 'none' && <p>{texts.same}</p>}
      {preview.state === 'pending' && <p>{texts.looking}</p>}
      {preview.state === 'failed' && (
        <>
          <Refusal error={preview.error} />
          <p>{texts.unseen}</p>
          <Button variant="default" size="compact-md" onClick={preview.retry}>
            {retry}
          </Button>
        </>
      )}
      {preview.state === 'shown' && <Effects preview={preview.effects} />}
    </section>
  );
}

function Effects({ preview: { changes, paused, resumed, prices } }: { preview: PreviewedSettings }) {
  const texts = useTexts(ownTexts);
  const { plural, money } = useFormat();
  const isHarmless = paused.length === 0 && resumed.length === 0 && (prices === null || prices.changed === 0);
  return (
    <>
      {isHarmless && <p>{texts.nothing}</p>}
      {changes.some(({ isWeaker }) => isWeaker) && <p className={classes.warning}>{texts.weaker}</p>}
      <Plays tone="warning" title={plural(paused.length, texts.paused)} plays={paused} />
      <Plays tone="good" title={plural(resumed.length, texts.resumed)} plays={resumed} />
      {prices !== null && prices.changed > 0 && (
        <div>
          <strong>{plural(prices.changed, texts.prices)}</strong>
          <p>{texts.owned(money(prices.ownedFromCents), money(prices.ownedToCents))}</p>
          <ul>
            {prices.examples.map(({ id, name, fromCents, toCents }) => (
              <li key={id}>
                {name}: {money(fromCents)} → {money(toCents)}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

function Plays({ tone, title, plays }: { tone: 'warning' | 'good'; title: string; plays: readonly ConcernedPlay[] }) {
  const texts = useTexts(ownTexts);
  const { percent } = useFormat();
  if (plays.length === 0) return null;
  return (
    <div>
      <strong className={classes[tone]}>{title}</strong>
      <ul>
        {plays.map(({ field, name, theoreticalRtpPercent }) => (
          <li key={field}>
            {theoreticalRtpPercent === null
              ? texts.shots(ticketsOf(field), name)
              : texts.paysBack(name, percent(theoreticalRtpPercent))}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The API names shots by their place: `events.2.shoots.500`. */
const ticketsOf = (field: string): string => field.split('.').at(-1) ?? '';
