import { Link } from '@tanstack/react-router';
import { Badge } from '../parts/Badge.tsx';
import { Money } from '../parts/Money.tsx';
import { sharedTexts, useTexts } from '../texts/index.ts';
import classes from './CaseCover.module.css';
import { rarityStyle } from './rarity.ts';

/** The API's `Case` has all of these. */
export interface ShownCase {
  slug: string;
  name: string;
  imageUrl: string;
  priceCents: string;
  hasFlip: boolean;
  isPaused: boolean;
  topItems: readonly { imageUrl: string; rarityColor: string }[];
}

/** The card of a case leads to its page and shows its chest, its best item, name and price. */
export function CaseCover({ shown, note, place }: { shown: ShownCase; note?: string; place?: number }) {
  const texts = useTexts(sharedTexts);
  const [best] = shown.topItems;
  return (
    <Link
      to="/caixa/$slug"
      params={{ slug: shown.slug }}
      className={classes.cover}
      style={rarityStyle(best?.rarityColor ?? '#3ddc97')}
    >
      <span className={classes.marks}>
        {place === undefined ? (
          <span />
        ) : (
          <span className={classes.place} data-first={place === 1}>
            {place}
          </span>
        )}
        {shown.isPaused ? (
          <Badge tone="amber">{texts.paused}</Badge>
        ) : (
          shown.hasFlip && <span className={classes.flip}>FLIP</span>
        )}
      </span>
      <span className={classes.picture}>
        {best !== undefined && (
          <img className={classes.best} src={best.imageUrl} alt="" loading="lazy" decoding="async" />
        )}
        <img className={classes.chest} src={shown.imageUrl} alt="" loading="lazy" decoding="async" />
      </span>
      <span className={classes.foot}>
        <span className={classes.words}>
          <span className={classes.name}>{shown.name}</span>
          {note !== undefined && <span className={classes.note}>{note}</span>}
        </span>
        <span className={classes.price}>
          <Money cents={shown.priceCents} tone="accent" />
        </span>
      </span>
    </Link>
  );
}
