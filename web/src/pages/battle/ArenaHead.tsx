import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { type Battle, sizeOf } from '../../shared/battles/battle.ts';
import { ModeBadge } from '../../shared/battles/ModeBadge.tsx';
import { useFormat } from '../../shared/format/index.ts';
import { Icon } from '../../shared/icons/index.tsx';
import { Badge } from '../../shared/parts/Badge.tsx';
import { Money } from '../../shared/parts/Money.tsx';
import { SoundSwitch } from '../../shared/play/SoundSwitch.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import classes from './BattlePage.module.css';
import { texts as pageTexts } from './texts.ts';

/** Others open the battle by this address, which has the code of a private one. */
export const addressOf = ({ id, invitationCode }: Battle): string =>
  `${location.origin}/batalha/${id}${invitationCode === undefined ? '' : `?codigo=${encodeURIComponent(invitationCode)}`}`;

export function ArenaHead({ battle, state }: { battle: Battle; state: ReactNode }) {
  const texts = useTexts(pageTexts);
  const { number } = useFormat();
  const title = texts.title(battle.id);
  useEffect(() => {
    document.title = `${title} · Lisura`;
  }, [title]);
  return (
    <header className={classes.head}>
      <Link to="/batalhas" className={classes.back} aria-label={texts.backToList}>
        <Icon name="chevronLeft" />
      </Link>
      <div className={classes.titles}>
        <h1>{title}</h1>
        <span className={classes.tags}>
          <ModeBadge mode={battle.mode} />
          <span className={classes.size}>{sizeOf(battle).replaceAll('x', ' × ')}</span>
          {state}
        </span>
      </div>
      <span className={classes.entry}>
        {texts.entry}{' '}
        <strong>
          <Money cents={battle.entryPriceCents} />
        </strong>
        {battle.isPrivate && <Badge icon="lock">{texts.private}</Badge>}
        {battle.randomness === 'drand' && (
          <Badge tone="accent" icon="globe">
            {battle.beacon === null ? 'drand' : texts.beaconRound(number(battle.beacon.round))}
          </Badge>
        )}
      </span>
      <span className={classes.tools}>
        <SoundSwitch />
        <ShareButton battle={battle} />
      </span>
    </header>
  );
}

/** By what the device has for sharing, else the link is copied. */
export function ShareButton({ battle }: { battle: Battle }) {
  const texts = useTexts(pageTexts);
  const { copy, copied } = useClipboard({ timeout: 2_000 });
  const url = addressOf(battle);
  const share = () => {
    if (navigator.share === undefined || !matchMedia('(pointer: coarse)').matches) copy(url);
    // A user who closes the sheet has what they wanted.
    else navigator.share({ title: texts.title(battle.id), url }).catch(() => undefined);
  };
  return (
    <Button
      variant="default"
      aria-label={copied ? texts.shared : texts.share}
      leftSection={<Icon name={copied ? 'check' : 'share'} />}
      onClick={share}
    >
      <span className={classes.shareWord}>{copied ? texts.shared : texts.share}</span>
    </Button>
  );
}
