import { upgradeFrom, verifyUpgrade } from '@lisura/fairness';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { PastUpgrade } from '../../data/generated/api.ts';
import { apiQuery } from '../../data/queries.ts';
import { checkPlay } from '../../shared/fairness/checked-play.ts';
import { PlayTick } from '../../shared/fairness/PlayTick.tsx';
import { playLink } from '../../shared/fairness/verify-link.ts';
import { useFormat } from '../../shared/format/index.ts';
import { Icon } from '../../shared/icons/index.tsx';
import { itemNameOf } from '../../shared/items/item-name.ts';
import { rarityStyle } from '../../shared/items/rarity.ts';
import { Skeletons } from '../../shared/states/Loading.tsx';
import { QueryState } from '../../shared/states/QueryState.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import classes from './History.module.css';
import { texts } from './texts.ts';

const SHOWN = 5;

type Shown = Omit<PastUpgrade, 'createdAt' | 'committedAt'>;

/** The player's latest upgrades, each computed anew by this page: those that it has `made`, and those before. */
export function History({ made }: { made: readonly Shown[] }) {
  const { history } = useTexts(texts);
  const query = useQuery(apiQuery('GET /upgrade/history', { query: { limit: SHOWN } }));
  const known = new Set(made.map(({ id }) => id));
  const latest = (earlier: readonly Shown[]) =>
    [...made, ...earlier.filter(({ id }) => !known.has(id))].slice(0, SHOWN);
  return (
    <section className={classes.history}>
      <header>
        <h2>{history.title}</h2>
        <Link to="/historico" className={classes.all}>
          {history.all}
          <Icon name="chevronRight" size={16} />
        </Link>
      </header>
      <div className={classes.list}>
        <QueryState query={query} loading={<Skeletons count={SHOWN} height={84} />}>
          {({ data }) =>
            latest(data).length === 0 ? (
              <p className={classes.none}>{history.none}</p>
            ) : (
              latest(data).map((upgrade) => <Entry key={upgrade.id} upgrade={upgrade} />)
            )
          }
        </QueryState>
      </div>
    </section>
  );
}

function Entry({ upgrade }: { upgrade: Shown }) {
  const { history } = useTexts(texts);
  const { money, percent, number } = useFormat();
  const check = checkPlay(upgrade, null, (hash) => verifyUpgrade(upgradeFrom(upgrade), hash));
  return (
    <article className={classes.entry} data-status={upgrade.status} style={rarityStyle(upgrade.target.rarityColor)}>
      <img src={upgrade.target.imageUrl} alt="" width={60} height={48} loading="lazy" />
      <div>
        <h3>{itemNameOf(upgrade.target.name).finish}</h3>
        <p>
          {money(upgrade.targetValueCents)} · {percent(upgrade.chancePercent, 1)}
        </p>
        <p>
          <strong>{upgrade.isSuccess ? history.won : history.lost}</strong> · {number(upgrade.roll)}{' '}
          <PlayTick check={check} link={playLink('upgrade', upgrade)} compact />
        </p>
      </div>
    </article>
  );
}
