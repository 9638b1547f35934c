import type { Battle } from '../../../shared/battles/battle.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { Icon } from '../../../shared/icons/index.tsx';
import { HashLine } from '../../../shared/parts/HashLine.tsx';
import { Money } from '../../../shared/parts/Money.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import { texts as pageTexts } from '../texts.ts';
import classes from './PotBar.module.css';
import { seatStyle } from './SeatPanel.tsx';
import type { Standing } from './standing.ts';

/** Shows the worth of all drops by seat, and the figure that would decide a tie. */
export function PotBar({
  battle,
  standing,
  shown,
  isChecked,
}: {
  battle: Battle;
  standing: Standing;
  shown: number;
  isChecked: boolean;
}) {
  const texts = useTexts(pageTexts);
  const { number } = useFormat();
  return (
    <section className={classes.pot}>
      <p className={classes.sum}>
        {texts.potSoFar}
        <strong>
          <Money cents={standing.potCents} />
        </strong>
      </p>
      <span className={classes.bar} aria-hidden="true">
        {battle.seats.map(({ seat, team }) => (
          <span
            key={seat}
            style={{ ...seatStyle(seat, team === standing.leader), flexGrow: Number(standing.totals[seat - 1] ?? 0n) }}
          />
        ))}
      </span>
      <p className={classes.words}>
        {battle.mode === 'TERMINAL' && <span>{texts.terminalHint}</span>}
        {battle.mode !== 'SHARED' && (
          <HashLine hash={battle.tieBreak.serverSeedHash} state="before" label={texts.tieHash} />
        )}
        {isChecked && shown > 0 && (
          <span className={classes.checked}>
            <Icon name="shieldCheck" size={16} /> {texts.roundsChecked(number(shown))}
          </span>
        )}
      </p>
    </section>
  );
}
