import type { ReactNode } from 'react';
import type { Inventory } from '../../data/generated/api.ts';
import { useFormat } from '../../shared/format/index.ts';
import { Money } from '../../shared/parts/Money.tsx';
import { PageTitle } from '../../shared/parts/PageTitle.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import { TABS, type Tab } from './filters.ts';
import classes from './InventoryPage.module.css';
import { texts } from './texts.ts';

export function InventoryTitle({
  totals,
  tab,
  onTheWay,
  onTab,
  action,
}: {
  totals: Inventory | undefined;
  tab: Tab;
  onTheWay: number;
  onTab: (tab: Tab) => void;
  action: ReactNode;
}) {
  const words = useTexts(texts);
  const { plural, number } = useFormat();
  const lead =
    totals === undefined ? (
      '\u00a0'
    ) : (
      <>
        {words.lead(plural(totals.totalAvailableCount, words.items))}
        <strong>
          <Money cents={totals.totalAvailableValueCents} />
        </strong>
      </>
    );
  const tabs = (
    <>
      <nav className={classes.tabs} aria-label={words.tabsLabel}>
        {TABS.map((each) => (
          <button key={each} type="button" aria-current={each === tab ? 'page' : undefined} onClick={() => onTab(each)}>
            {words.tabs[each]}
            {each === 'retiradas' && onTheWay > 0 && <span>{number(onTheWay)}</span>}
          </button>
        ))}
      </nav>
      <span className={classes.action}>{action}</span>
    </>
  );
  return <PageTitle title={words.title} lead={lead} aside={tabs} />;
}
