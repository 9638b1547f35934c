import type { RtpByCase } from '../../../data/generated/api.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { Icon } from '../../../shared/icons/index.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import { changePercent } from '../../charts/change.ts';
import { Spark } from '../../charts/Spark.tsx';
import { StatRow, StatTile } from '../../parts/StatTile.tsx';
import type { Comparison } from './comparison.ts';
import { theoreticalOf } from './comparison.ts';
import classes from './dashboard.module.css';
import { dashboardTexts } from './texts.ts';

export function Tiles({ comparison, rtp }: { comparison: Comparison; rtp: RtpByCase | null }) {
  const texts = useTexts(dashboardTexts);
  const { wholeMoney, number, percent } = useFormat();
  const { totals, days } = comparison;
  const net = {
    now: totals.depositsCents.now - totals.withdrawalsCents.now,
    before: totals.depositsCents.before - totals.withdrawalsCents.before,
  };
  const theoretical = rtp === null ? null : theoreticalOf(rtp.data);
  return (
    <StatRow>
      <StatTile
        label={texts.revenue}
        value={wholeMoney(totals.revenueCents.now)}
        chart={<Spark values={days.map(({ revenueCents }) => revenueCents)} color="var(--accent)" />}
        note={<Change {...totals.revenueCents} words={wholeMoney} />}
      />
      <StatTile
        label={texts.ggr}
        value={wholeMoney(totals.ggrCents.now)}
        chart={<Spark values={days.map(({ ggrCents }) => ggrCents)} color="var(--blue)" />}
        note={<Change {...totals.ggrCents} words={wholeMoney} />}
      />
      <StatTile
        label={texts.rtp}
        value={totals.rtpPercent.now === null ? texts.unknown : percent(totals.rtpPercent.now)}
        aside={theoretical === null ? undefined : texts.theoretical(percent(theoretical))}
        note={<PointChange {...totals.rtpPercent} />}
      />
      <StatTile
        label={texts.net}
        value={wholeMoney(net.now)}
        chart={
          <Spark
            values={days.map(({ depositsCents, withdrawalsCents }) => depositsCents - withdrawalsCents)}
            color="var(--text-secondary)"
          />
        }
        note={<Change {...net} words={wholeMoney} />}
      />
      <StatTile
        label={texts.active}
        value={number(totals.activeUsers.now)}
        chart={<Spark values={days.map(({ activeUsers }) => activeUsers)} color="var(--text-secondary)" />}
        note={<Change {...totals.activeUsers} words={number} />}
      />
    </StatRow>
  );
}

function Change({ now, before, words }: { now: number; before: number; words: (value: number) => string }) {
  const texts = useTexts(dashboardTexts);
  const { percent } = useFormat();
  const change = changePercent(now, before);
  if (change === null) return texts.noBefore;
  return (
    <>
      <Way change={change}>{percent(Math.abs(change), 1)}</Way> {texts.before(words(before))}
    </>
  );
}

function PointChange({ now, before }: { now: number | null; before: number | null }) {
  const texts = useTexts(dashboardTexts);
  const { percent } = useFormat();
  if (now === null || before === null) return texts.noBefore;
  const points = percent(Math.abs(now - before)).replace(' %', '');
  return (
    <>
      <Way change={now - before} isPlain>
        {texts.points(points)}
      </Way>{' '}
      {texts.before(percent(before))}
    </>
  );
}

function Way({ change, isPlain = false, children }: { change: number; isPlain?: boolean; children: string }) {
  const way = change < 0 ? 'down' : 'up';
  return (
    <strong className={classes.way} data-way={isPlain ? 'plain' : way}>
      <Icon name={change < 0 ? 'arrowDown' : 'arrowUp'} size={13} />
      {children}
    </strong>
  );
}
