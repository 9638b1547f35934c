import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Proposal, Setting } from '../../../data/generated/api.ts';
import { apiQuery } from '../../../data/queries.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { CsvButton } from '../../../shared/lists/CsvButton.tsx';
import { useAddressFilters } from '../../../shared/lists/use-address-filters.ts';
import { Skeletons } from '../../../shared/states/Loading.tsx';
import { QueryState } from '../../../shared/states/QueryState.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import { asOnePage } from '../../data/as-one-page.ts';
import { ConsolePage } from '../../parts/ConsolePage.tsx';
import { type Column, DataTable } from '../../parts/DataTable.tsx';
import { StatusBadge } from '../../parts/StatusBadge.tsx';
import { type Result, ResultLine } from '../../queues/ResultLine.tsx';
import { names as ownNames } from '../../settings/names.ts';
import { useShownValue } from '../../settings/use-shown-value.ts';
import { groupsOf } from './groups.ts';
import { SettingDrawer } from './SettingDrawer.tsx';
import classes from './settings.module.css';
import { texts as ownTexts } from './texts.ts';

const ALL = 100;
const keyOf = ({ key }: Setting) => key;

/** The effect of a change is shown before it is made. */
export function SettingsPage() {
  const texts = useTexts(ownTexts);
  const { filters, setBeside } = useAddressFilters<{ aberto: string }>();
  const [result, setResult] = useState<Result | null>(null);
  const list = useQuery(apiQuery('GET /admin/settings', { query: { limit: ALL } }));
  const proposals = useQuery(apiQuery('GET /admin/proposals', { query: { limit: ALL } })).data?.data ?? [];
  const waiting = new Map(
    proposals.flatMap((each) => (each.entityType === 'setting' ? [[each.entityId, each] as const] : [])),
  );
  const columns = useColumns(waiting);
  const open = (key: string | undefined) => setBeside({ aberto: key });
  const opened = list.data?.data.find(({ key }) => key === filters.aberto);
  return (
    <ConsolePage
      title={texts.title}
      lead={texts.lead}
      actions={list.data !== undefined && <SettingsFile settings={list.data.data} />}
    >
      <ResultLine result={result} />
      <QueryState query={list} loading={<Skeletons count={8} height={52} />}>
        {({ data }) => (
          <>
            {groupsOf(data).map(({ name, settings }) => (
              <DataTable
                key={name}
                label={texts.groups[name]}
                columns={columns}
                rows={settings}
                keyOf={keyOf}
                selectedKey={opened?.key ?? null}
                onOpen={({ key }) => open(key)}
                filters={<h2 className={classes.group}>{texts.groups[name]}</h2>}
              />
            ))}
          </>
        )}
      </QueryState>
      {opened !== undefined && (
        <SettingDrawer
          key={`${opened.key} ${JSON.stringify(opened.value)}`}
          setting={opened}
          proposal={waiting.get(opened.key) ?? null}
          onClose={() => open(undefined)}
          onDone={setResult}
        />
      )}
    </ConsolePage>
  );
}

const LONG_VALUE = 24;

/** All of them in one file, whatever group they are in. */
function SettingsFile({ settings }: { settings: readonly Setting[] }) {
  const texts = useTexts(ownTexts);
  const names = useTexts(ownNames);
  const shown = useShownValue();
  return (
    <CsvButton<Setting>
      source={{
        name: texts.title,
        columns: [
          { header: texts.name, csv: ({ key }) => names[key] ?? key },
          { header: texts.key, csv: ({ key }) => key },
          { header: texts.value, csv: (setting) => shown(setting, setting.value) },
          { header: texts.byDefault, csv: (setting) => shown(setting, setting.default) },
          { header: texts.changed, csv: ({ lastChange }) => lastChange?.at },
        ],
        pages: () => asOnePage(settings),
      }}
    />
  );
}

function useColumns(waiting: ReadonlyMap<string, Proposal>): Column<Setting>[] {
  const texts = useTexts(ownTexts);
  const names = useTexts(ownNames);
  const format = useFormat();
  const shown = useShownValue();
  return [
    {
      id: 'name',
      header: texts.name,
      cell: ({ key, weakenedBy }) => (
        <span className={classes.name}>
          <strong>{names[key] ?? key}</strong>
          <code>{key}</code>
          {weakenedBy !== null && <small>{texts.forTwo[weakenedBy]}</small>}
        </span>
      ),
      phone: 'title',
    },
    {
      id: 'value',
      header: texts.value,
      align: 'right',
      cell: (setting) => {
        const value = shown(setting, setting.value);
        return (
          <strong className={classes.value} data-long={value.length > LONG_VALUE || undefined}>
            {value}
          </strong>
        );
      },
      phone: 'value',
    },
    {
      id: 'default',
      header: texts.byDefault,
      align: 'right',
      cell: (setting) =>
        JSON.stringify(setting.value) === JSON.stringify(setting.default) ? (
          <span className={classes.faint}>{texts.isDefault}</span>
        ) : (
          shown(setting, setting.default)
        ),
    },
    {
      id: 'changed',
      header: texts.changed,
      cell: ({ key, lastChange }) => {
        const proposal = waiting.get(key);
        if (proposal !== undefined) {
          return (
            <StatusBadge tone="blue" wraps>
              {texts.waits(proposal.proposerName)}
            </StatusBadge>
          );
        }
        if (lastChange === null) return <span className={classes.faint}>{texts.never}</span>;
        return `${lastChange.actorName ?? ''} ${format.ago(lastChange.at)}`;
      },
    },
  ];
}
