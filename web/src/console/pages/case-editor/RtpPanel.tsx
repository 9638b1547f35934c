import { percentOfRolls } from '@lisura/fairness';
import { useState } from 'react';
import { useConfig } from '../../../data/config.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { parseMoney } from '../../../shared/format/parse-money.ts';
import { Badge } from '../../../shared/parts/Badge.tsx';
import { MoneyInput } from '../../../shared/parts/MoneyInput.tsx';
import { Panel } from '../../../shared/parts/Panel.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import classes from './editor.module.css';
import { faultyRolls, isWhole } from './rules/coverage.ts';
import { ALL_ROLLS, type Draft, widthOf } from './rules/draft.ts';
import { type CentsOf, theoreticalRtp, wouldPause } from './rules/returns.ts';
import { editorTexts } from './texts.ts';

const SCALE = { from: 80, to: 100 };
const placeOf = (percent: number) =>
  Math.min(99, Math.max(1, ((percent - SCALE.from) / (SCALE.to - SCALE.from)) * 100));

/** Compares the return of the draft at present prices with the played version; only where the bar is whole. */
export function RtpPanel({
  draft,
  played,
  centsOf,
  onPrice,
}: {
  draft: Draft;
  played: Draft | null;
  centsOf: CentsOf;
  onPrice: (priceCents: string) => void;
}) {
  const texts = useTexts(editorTexts);
  const { percent } = useFormat();
  const config = useConfig();
  const whole = isWhole(draft.ranges) && BigInt(draft.priceCents) > 0n;
  const now = Number(theoreticalRtp(draft, centsOf));
  const before = played === null ? null : Number(theoreticalRtp(played, centsOf));
  const change = before === null ? 0 : now - before;
  const limit = config?.cases.maxRtpPercent ?? null;
  const isTooMuch = whole && limit !== null && wouldPause(draft, centsOf, limit);
  return (
    <Panel title={<span className={classes.label}>{texts.rtp}</span>} aside={<Trend draft={draft} change={change} />}>
      <p className={classes.rtp} data-off={!whole} data-wrong={isTooMuch}>
        <strong className={classes.rtpFigure}>{whole ? percent(now) : '– –'}</strong>
        {whole && change !== 0 && <span>{texts.points(signed(change, percent))}</span>}
        {!whole && <span>{texts.later}</span>}
      </p>
      <div className={classes.gauge} aria-hidden="true">
        {limit !== null && <span className={classes.allowed} style={{ width: `${placeOf(Number(limit))}%` }} />}
        {before !== null && <span className={classes.before} style={{ left: `${placeOf(before)}%` }} />}
        {whole && <span className={classes.now} style={{ left: `${placeOf(now)}%` }} />}
      </div>
      <p className={classes.scale}>
        <span>{percent(SCALE.from)}</span>
        {limit !== null && <span>{texts.limit(percent(limit))}</span>}
        <span>{percent(SCALE.to)}</span>
      </p>
      {isTooMuch && <p className={classes.warning}>{texts.tooMuch}</p>}
      <PriceField key={played?.priceCents} priceCents={draft.priceCents} onPrice={onPrice} />
    </Panel>
  );
}

const signed = (change: number, percent: (value: number) => string): string =>
  `${change > 0 ? '+' : '−'}${percent(Math.abs(change)).replace(' %', '')}`;

function Trend({ draft, change }: { draft: Draft; change: number }) {
  const texts = useTexts(editorTexts);
  const { percent } = useFormat();
  if (!isWhole(draft.ranges)) {
    const rolls = draft.ranges.reduce((sum, range) => sum + widthOf(range), 0);
    const off = Math.abs(ALL_ROLLS - rolls) || faultyRolls(draft.ranges);
    const words = percent(percentOfRolls(off), 5);
    return <Badge tone="red">{rolls > ALL_ROLLS ? texts.surplus(words) : texts.missing(words)}</Badge>;
  }
  if (change === 0) return null;
  return <Badge tone={change > 0 ? 'amber' : 'blue'}>{change > 0 ? texts.rises : texts.falls}</Badge>;
}

function PriceField({ priceCents, onPrice }: { priceCents: string; onPrice: (priceCents: string) => void }) {
  const texts = useTexts(editorTexts);
  const { decimal } = useFormat();
  const [typed, setTyped] = useState(() => decimal(priceCents));
  const cents = parseMoney(typed);
  return (
    <MoneyInput
      label={texts.price}
      value={typed}
      error={cents === null || cents === 0n ? texts.noPrice : null}
      onChange={(text) => {
        setTyped(text);
        const read = parseMoney(text);
        if (read !== null && read > 0n) onPrice(read.toString());
      }}
    />
  );
}
