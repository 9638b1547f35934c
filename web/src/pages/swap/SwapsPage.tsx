import { Button, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLive } from '../../data/live.ts';
import { apiQuery, invalidateCalmly } from '../../data/queries.ts';
import { useSession } from '../../data/session.ts';
import { Icon } from '../../shared/icons/index.tsx';
import { useAddressFilters } from '../../shared/lists/use-address-filters.ts';
import { PageTitle } from '../../shared/parts/PageTitle.tsx';
import { ForPlayers } from '../../shared/states/ForPlayers.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import { CreateOffer } from './CreateOffer.tsx';
import { OfferList } from './OfferList.tsx';
import { SiteSwap } from './SiteSwap.tsx';
import { texts } from './texts.ts';

const TABS = ['site', 'public', 'mine'] as const;
type Tab = (typeof TABS)[number];
const refresh = () => invalidateCalmly('GET /swap/{id}', 'GET /swap/my-swaps', 'GET /swap/public', 'GET /inventory');

/** Swaps with the house, and offers between people. */
export function SwapsPage() {
  const words = useTexts(texts);
  const { filters, set } = useAddressFilters<{ aba: Tab; para: string | number }>();
  const { user } = useSession();
  const [isCreating, setIsCreating] = useState(false);
  const tab = filters.aba ?? 'site';
  // A profile leads here to make an offer to its person.
  const { data: person = null } = useQuery({
    ...apiQuery('GET /users/{id}/profile', { params: { id: String(filters.para) } }),
    enabled: filters.para !== undefined && user !== null,
  });
  const close = () => {
    setIsCreating(false);
    if (filters.para !== undefined) set({ para: undefined });
  };
  useLive('swap:created', refresh);
  useLive('swap:accepted', refresh);
  useLive('swap:cancelled', refresh);
  useLive('swap:declined', refresh);
  const create = (
    <Button variant="default" leftSection={<Icon name="plus" />} onClick={() => setIsCreating(true)}>
      {words.offers.create}
    </Button>
  );
  return (
    <>
      <PageTitle title={words.title} lead={words.lead} hue="blue" aside={user !== null && create} />
      <ForPlayers title={words.logInTitle} why={words.whyLogIn}>
        <Tabs value={tab} onChange={(next) => set({ aba: (next ?? 'site') as Tab })} keepMounted={false}>
          <Tabs.List mb={18}>
            {TABS.map((each) => (
              <Tabs.Tab key={each} value={each}>
                {words.tabs[each]}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value="site">
            <SiteSwap />
          </Tabs.Panel>
          <Tabs.Panel value="public">
            <OfferList kind="public" />
          </Tabs.Panel>
          <Tabs.Panel value="mine">
            <OfferList kind="mine" />
          </Tabs.Panel>
        </Tabs>
        <CreateOffer isOpen={isCreating || person !== null} to={person} onClose={close} />
      </ForPlayers>
    </>
  );
}
