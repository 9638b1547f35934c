import { type ReactNode, useEffect } from 'react';
import classes from './PageTitle.module.css';

/**
 * The light behind the title is green by default, gold for won and raffle, blue for create and swap, orange for events.
 */
export type PageHue = 'green' | 'gold' | 'blue' | 'orange';

/** The title also names the tab of the browser. `aside` stands at its right, on telephones below it. */
export function PageTitle({
  title,
  lead,
  hue = 'green',
  aside,
}: {
  title: string;
  lead?: ReactNode;
  hue?: PageHue;
  aside?: ReactNode;
}) {
  useEffect(() => {
    document.title = `${title} · Lisura`;
  }, [title]);
  return (
    <header className={classes.head} data-hue={hue}>
      <div>
        <h1 className={classes.title}>{title}</h1>
        {lead !== undefined && <p className={classes.lead}>{lead}</p>}
      </div>
      {aside !== undefined && <div className={classes.aside}>{aside}</div>}
    </header>
  );
}
