import { call } from '../../../data/api.ts';
import { everyPage } from '../../../data/every-page.ts';
import type { Proposal } from '../../../data/generated/api.ts';
import { useAddressFilters } from '../../../shared/lists/use-address-filters.ts';
import { Skeletons } from '../../../shared/states/Loading.tsx';
import { QueryState } from '../../../shared/states/QueryState.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import { useList } from '../../data/use-list.ts';
import { ConsolePage } from '../../parts/ConsolePage.tsx';
import { DataTable } from '../../parts/DataTable.tsx';
import { WalkNav } from '../../parts/WalkNav.tsx';
import { texts as ownTexts } from './texts.ts';
import { useProposalColumns } from './use-proposal-columns.tsx';

const PAGE = 20;
const idOf = ({ id }: Proposal) => id;

/** Each proposal leads to the page on which the second administrator decides. */
export function ProposalsPage() {
  const texts = useTexts(ownTexts);
  const columns = useProposalColumns();
  const { filters, setBeside } = useAddressFilters<{ before: number }>();
  const before = filters.before === undefined ? undefined : String(filters.before);
  const from = before === undefined ? {} : { before };
  const list = useList('GET /admin/proposals', { query: { limit: PAGE, ...from } }, { staleTime: 0 });
  return (
    <ConsolePage title={texts.title} lead={texts.lead}>
      <QueryState query={list} loading={<Skeletons count={6} height={48} />}>
        {({ data, meta }) => (
          <DataTable
            label={texts.title}
            columns={columns}
            rows={data}
            isWaiting={list.isPlaceholderData}
            keyOf={idOf}
            total={meta.total}
            csvName={texts.file}
            everyRow={(signal) =>
              everyPage((part) => call('GET /admin/proposals', { query: part, signal }), signal, idOf)
            }
            empty={texts.none}
            footer={
              <WalkNav
                before={before}
                next={data.length === PAGE && meta.total > PAGE ? (data.at(-1)?.id ?? null) : null}
                onWalk={(next) => setBeside({ before: next === undefined ? undefined : Number(next) })}
              />
            }
          />
        )}
      </QueryState>
    </ConsolePage>
  );
}
