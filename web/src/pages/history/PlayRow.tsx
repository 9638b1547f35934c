import { Link } from '@tanstack/react-router';
import { useFormat } from '../../shared/format/index.ts';
import { Icon, type IconName } from '../../shared/icons/index.tsx';
import { ItemTile } from '../../shared/items/ItemTile.tsx';
import { Badge, type Tone } from '../../shared/parts/Badge.tsx';
import { Money } from '../../shared/parts/Money.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import classes from './HistoryPage.module.css';
import type { Game, Play, PlayState } from './plays.ts';
import { texts } from './texts.ts';

const ICONS: Readonly<Record<Game, IconName>> = {
  caixas: 'box',
  upgrades: 'arrowUp',
  batalhas: 'swords',
  rifas: 'ticket',
  eventos: 'star',
};

const TONES: Readonly<Record<PlayState, Tone>> = {
  won: 'accent',
  lost: 'plain',
  shared: 'accent',
  waiting: 'amber',
  running: 'amber',
  cancelled: 'plain',
};

export function PlayRow({ play }: { play: Play }) {
  const words = useTexts(texts);
  const { dateTime } = useFormat();
  const { game, createdAt, what, note, item, state, paidCents, receivedCents, verify } = play;
  const stateWord = game === 'batalhas' && state === 'lost' ? words.battleLost : words.states[state];
  return (
    <li className={classes.row}>
      <span className={classes.game}>
        <Icon name={ICONS[game]} />
      </span>
      <div className={classes.what}>
        <strong>{what}</strong>
        <p>
          <time dateTime={createdAt}>{dateTime(createdAt)}</time>
          {note !== null && ` · ${note}`}
        </p>
      </div>
      <div className={classes.result} data-lost={state === 'lost'}>
        {item !== null && <ItemTile item={item} />}
        {(item === null || state === 'lost') && <Badge tone={TONES[state]}>{stateWord}</Badge>}
      </div>
      <dl className={classes.money}>
        <div>
          <dt>{words.paid}</dt>
          <dd>{paidCents === null ? (note ?? '—') : <Money cents={paidCents} />}</dd>
        </div>
        <div>
          <dt>{state === 'cancelled' ? words.back : words.received}</dt>
          <dd>
            {receivedCents === null ? (
              '—'
            ) : (
              <Money cents={receivedCents} tone={receivedCents === '0' ? 'plain' : 'accent'} />
            )}
          </dd>
        </div>
      </dl>
      {verify === null ? (
        <span className={classes.later} title={words.verifyLater}>
          <Icon name="clock" size={16} label={words.verifyLater} />
        </span>
      ) : (
        <Link {...verify} className={classes.verify} aria-label={words.verifyThis(what, dateTime(createdAt))}>
          <Icon name="shieldCheck" size={16} />
          {words.verify}
        </Link>
      )}
    </li>
  );
}
