import { useAddressFilters } from '../../../shared/lists/use-address-filters.ts';
import { PageTabs } from '../../../shared/parts/PageTabs.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import { ConsolePage } from '../../parts/ConsolePage.tsx';
import { HeldBackPrices } from './HeldBackPrices.tsx';
import { ItemList } from './ItemList.tsx';
import { RatePanel } from './RatePanel.tsx';
import { SyncList } from './SyncList.tsx';
import { itemPageTexts } from './texts.ts';

const PARTS = { itens: ItemList, retidos: HeldBackPrices, cotacao: RatePanel, sincronias: SyncList } as const;
type PartName = keyof typeof PARTS;
const NAMES = Object.keys(PARTS) as PartName[];

export function ItemsPage() {
  const texts = useTexts(itemPageTexts);
  const { filters } = useAddressFilters<{ aba: string }>();
  const name = NAMES.find((each) => each === filters.aba) ?? 'itens';
  const Part = PARTS[name];
  return (
    <ConsolePage title={texts.title}>
      <PageTabs
        label={texts.title}
        current={name}
        tabs={NAMES.map((each) => ({ name: each, label: texts.tabs[each] }))}
      />
      <Part />
    </ConsolePage>
  );
}
