import { call } from '../../../data/api.ts';
import { everyPage } from '../../../data/every-page.ts';
import type { TrailEntry } from '../../../data/generated/api.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { Skeletons } from '../../../shared/states/Loading.tsx';
import { QueryState } from '../../../shared/states/QueryState.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import { useList } from '../../data/use-list.ts';
import { ConsolePage } from '../../parts/ConsolePage.tsx';
import { DataTable } from '../../parts/DataTable.tsx';
import { KeyHints } from '../../parts/KeyHints.tsx';
import { useQueueKeys } from '../../parts/use-queue-keys.ts';
import { WalkNav } from '../../parts/WalkNav.tsx';
import { AuditFilters } from './AuditFilters.tsx';
import { ChainPanel } from './ChainPanel.tsx';
import { EntryDrawer } from './EntryDrawer.tsx';
import { texts as ownTexts } from './texts.ts';
import { useAuditAddress } from './use-audit-address.ts';
import { useTrailColumns } from './use-trail-columns.tsx';

const PAGE = 50;
const idOf = ({ id }: TrailEntry) => id;

/** The newest entries come first, and a check shows that nobody has changed them. */
export function AuditPage() {
  const texts = useTexts(ownTexts);
  const columns = useTrailColumns();
  const address = useAuditAddress();
  const { filter, before, openKey, open } = address;
  const query = { ...filter, limit: PAGE, ...(before !== undefined && { before }) };
  const list = useList('GET /admin/audit', { query });
  const rows = list.data?.data ?? [];
  const keys = rows.map(idOf);
  useQueueKeys({ keys, selectedKey: openKey, onSelect: open, onChoose: () => undefined });
  const opened = rows.find(({ id }) => id === openKey);
  return (
    <ConsolePage title={texts.title} lead={<Lead newest={before === undefined ? rows[0] : undefined} />}>
      <ChainPanel />
      <AuditFilters address={address} />
      <QueryState query={list} loading={<Skeletons count={8} height={44} />}>
        {({ meta }) => (
          <DataTable
            label={texts.title}
            columns={columns}
            rows={rows}
            isWaiting={list.isPlaceholderData}
            keyOf={idOf}
            selectedKey={openKey}
            onOpen={({ id }) => open(id)}
            total={meta.total}
            csvName={texts.file}
            everyRow={(signal) =>
              everyPage((part) => call('GET /admin/audit', { query: { ...filter, ...part }, signal }), signal, idOf)
            }
            footer={
              <>
                <WalkNav
                  before={before}
                  next={rows.length < PAGE ? null : (keys.at(-1) ?? null)}
                  onWalk={address.walk}
                />
                <KeyHints isForDecisions={false} />
              </>
            }
          />
        )}
      </QueryState>
      {opened !== undefined && (
        <EntryDrawer key={opened.id} entry={opened} onFilter={address.replace} onClose={() => open(null)} />
      )}
    </ConsolePage>
  );
}

function Lead({ newest }: { newest: TrailEntry | undefined }) {
  const texts = useTexts(ownTexts);
  const { number } = useFormat();
  return newest?.position ? texts.lead(number(newest.position)) : null;
}
