import { type ReactNode, useEffect } from 'react';
import classes from './PageTitle.module.css';

/** The hue of the light behind the title: green, or gold for won and raffle, blue for create and swap, orange for events. */
export type PageHue = 'green' | 'gold' | 'blue' | 'orange';

/** The head of a page; it names the browser's tab, too. `aside` stands at its right, below it on telephones. */
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
