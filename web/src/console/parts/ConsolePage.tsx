import { type ReactNode, useEffect } from 'react';
import classes from './ConsolePage.module.css';

/** A page of the console: its title names the browser's tab, too. `actions` stand at the right of the title. */
export function ConsolePage({
  title,
  picture,
  lead,
  actions,
  children,
}: {
  title: string;
  picture?: ReactNode;
  /** One line below the title: what waits, which days, what it is compared with. */
  lead?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  useEffect(() => {
    document.title = `${title} · Console · Lisura`;
  }, [title]);
  return (
    <>
      <header className={classes.head}>
        {picture}
        <div className={classes.words}>
          <h1 className={classes.title}>{title}</h1>
          {lead !== undefined && <div className={classes.lead}>{lead}</div>}
        </div>
        {actions !== undefined && <div className={classes.actions}>{actions}</div>}
      </header>
      <div className={classes.body}>{children}</div>
    </>
  );
}
