import { Link } from '@tanstack/react-router';
import type { User } from '../../data/generated/api.ts';
import { useSession } from '../../data/session.ts';
import { Icon } from '../../shared/icons/index.tsx';
import { Money } from '../../shared/parts/Money.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import { AccountMenu } from './AccountMenu.tsx';
import classes from './Header.module.css';
import { NotificationBell } from './NotificationBell.tsx';
import { shellTexts } from './texts.ts';

/** These parts of the header are loaded after a login, because visitors need none of their menus. */
export function PlayerTools({ user }: { user: User }) {
  const texts = useTexts(shellTexts);
  const { balanceCents } = useSession().session;
  return (
    <>
      <NotificationBell />
      <span className={classes.balance}>
        <span className={classes.purse}>
          <Icon name="wallet" size={17} label={texts.balance} />
        </span>
        <strong>
          <Money cents={balanceCents ?? '0'} />
        </strong>
        <Link to="/carteira" className={classes.deposit} aria-label={texts.deposit}>
          <Icon name="plus" size={16} />
        </Link>
      </span>
      <AccountMenu user={user} />
    </>
  );
}
