import type { UserDetail, UserRisk } from '../../../data/generated/api.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { Money } from '../../../shared/parts/Money.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import { StatRow, StatTile } from '../../parts/StatTile.tsx';
import { texts as ownTexts } from './texts.ts';

/** A share of at least this much of the deposits was played: below it money passes through. */
const PLAYED_PERCENT = 50;

export function Figures({ user, risk: { money, plays } }: { user: UserDetail; risk: UserRisk }) {
  const texts = useTexts(ownTexts).figures;
  const format = useFormat();
  const deposited = Number(money.depositedCents);
  const wagered = Number(plays.wageredCents);
  const played = deposited === 0 ? null : (wagered / deposited) * 100;
  const held = money.heldCents === '0' ? undefined : texts.held(format.money(money.heldCents));
  return (
    <StatRow>
      <StatTile
        label={texts.balance}
        value={<Money cents={money.balanceCents} />}
        note={money.debtCents === '0' ? held : texts.debt(format.money(money.debtCents))}
      />
      <StatTile label={texts.deposited} value={<Money cents={money.depositedCents} />} />
      <StatTile
        label={texts.withdrawn}
        value={<Money cents={money.withdrawnCents} />}
        note={texts.items(format.money(money.itemsWithdrawnCents))}
      />
      <StatTile
        label={texts.wagered}
        value={<Money cents={plays.wageredCents} />}
        tone={played !== null && played < PLAYED_PERCENT ? 'red' : 'plain'}
        note={played === null ? undefined : texts.share(format.percent(played, 0))}
      />
      <StatTile
        label={texts.won}
        value={<Money cents={plays.wonCents} />}
        note={wagered === 0 ? undefined : texts.rtp(format.percent((Number(plays.wonCents) / wagered) * 100, 1))}
      />
      <StatTile
        label={texts.inventory}
        value={<Money cents={money.inventoryCents} />}
        note={format.plural(user.figures.itemsAvailable, texts.count)}
      />
    </StatRow>
  );
}
