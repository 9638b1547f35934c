import { type ReactNode, useEffect } from 'react';
import classes from './ConsolePage.module.css';

/** The title also names the tab of the browser; `actions` stand at its right. */
export function ConsolePage({
  title,
  picture,
  lead,
  actions,
  children,
}: {
  title: string;
  picture?: ReactNode;
  /** One line stands below the title. */
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
