import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useSession } from '../../../data/session.ts';
import type { Battle } from '../../../shared/battles/battle.ts';
import { SeatAvatar } from '../../../shared/battles/SeatAvatar.tsx';
import { useFormat } from '../../../shared/format/index.ts';
import { Icon } from '../../../shared/icons/index.tsx';
import { ItemCard } from '../../../shared/items/ItemCard.tsx';
import { Badge } from '../../../shared/parts/Badge.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import { PublicDraw } from '../PublicDraw.tsx';
import { texts as pageTexts } from '../texts.ts';
import { CheckedLine } from './CheckedLine.tsx';
import type { CheckedBattle } from './check-battle.ts';
import classes from './Outcome.module.css';
import { itemsOf, winnersOf } from './outcome.ts';
import { RoundTable } from './RoundTable.tsx';
import { Scoreboard } from './Scoreboard.tsx';
import { SellPrizes } from './SellPrizes.tsx';
import { WinnerMoment } from './WinnerMoment.tsx';

export function Outcome({
  battle,
  checked,
  onReplay,
}: {
  battle: Battle;
  checked: CheckedBattle | null;
  onReplay: () => void;
}) {
  const texts = useTexts(pageTexts);
  const { plural } = useFormat();
  const { user } = useSession();
  const winners = winnersOf(battle);
  const isMine = winners.some((seat) => user !== null && seat.user?.id === user.id);
  const mine = isMine && battle.mode !== 'SHARED' ? winners.filter((seat) => seat.user?.id === user?.id) : winners;
  const items = itemsOf(battle, mine);
  const [best] = items;
  const title = battle.mode === 'SHARED' ? texts.drawn : isMine ? texts.yourPrizes : texts.prizes;
  return (
    <>
      <div className={classes.stage}>
        <div className={classes.best}>
          {best !== undefined && (
            <>
              <Badge tone="gold" icon="star">
                {texts.bestItem}
              </Badge>
              <ItemCard item={best.item} />
            </>
          )}
        </div>
        <WinnerMoment battle={battle} items={items.length} onReplay={onReplay} />
        <Scoreboard battle={battle} />
      </div>
      <CheckedLine battle={battle} checked={checked} />
      <PublicDraw battle={battle} isChecked={checked !== null && checked.verification.verdict !== 'NOT VALID'} />
      <section>
        <div className={classes.heading}>
          <h2>
            {title} <Badge>{plural(items.length, texts.items)}</Badge>
          </h2>
          {isMine && battle.mode !== 'SHARED' && (
            <span>
              <SellPrizes battleId={battle.id} />
              <Button variant="default" component={Link} to="/inventario" leftSection={<Icon name="bag" />}>
                {texts.inventory}
              </Button>
            </span>
          )}
        </div>
        <ul className={classes.items}>
          {items.map(({ key, item, seat }) => (
            <li key={key}>
              <ItemCard item={item} corner={<SeatAvatar seat={seat} size={26} />} />
            </li>
          ))}
        </ul>
      </section>
      <RoundTable battle={battle} />
    </>
  );
}
