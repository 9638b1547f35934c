import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../data/api.ts';
import type { ConcernedPlay, PreviewedSettings } from '../../../data/generated/api.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { useTexts } from '../../../shared/texts/index.ts';
import { Refusal } from '../../parts/Refusal.tsx';
import classes from './settings.module.css';
import { texts as ownTexts } from './texts.ts';

const TYPING_MS = 400;

/** What a new value would do, asked of the server once nobody types any more. */
export function EffectPreview({ settingKey, value }: { settingKey: string; value: unknown }) {
  const texts = useTexts(ownTexts);
  const [settled] = useDebouncedValue(value, TYPING_MS);
  const isAsked = settled !== undefined && value !== undefined;
  const preview = useQuery({
    queryKey: ['POST /admin/settings/preview', settingKey, settled],
    queryFn: ({ signal }) => call('POST /admin/settings/preview', { body: { [settingKey]: settled }, signal }),
    enabled: isAsked,
    retry: false,
    staleTime: 0,
  });
  return (
    <section className={classes.effects} aria-label={texts.effects} aria-live="polite">
      <h3>{texts.effects}</h3>
      {!isAsked && <p>{texts.same}</p>}
      {isAsked && preview.isPending && <p>{texts.looking}</p>}
      {isAsked && preview.error !== null && <Refusal error={preview.error} />}
      {isAsked && preview.data !== undefined && <Effects preview={preview.data} />}
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
