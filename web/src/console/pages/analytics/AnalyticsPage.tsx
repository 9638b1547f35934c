import { useAddressFilters } from '../../../shared/lists/use-address-filters.ts';
import { PageTabs } from '../../../shared/parts/PageTabs.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import { ConsolePage } from '../../parts/ConsolePage.tsx';
import { RangePicker } from '../../range/RangePicker.tsx';
import type { DayRange } from '../../range/ranges.ts';
import { useRange } from '../../range/use-range.ts';
import { BattleReport, BotReport, UpgradeReport } from './GameReports.tsx';
import { GgrReport } from './GgrReport.tsx';
import { MoneyReport } from './MoneyReport.tsx';
import { PeopleReport } from './PeopleReport.tsx';
import { RtpReport } from './RtpReport.tsx';
import { analyticsTexts } from './texts.ts';
import { UserReport } from './UserReport.tsx';

const REPORTS = {
  rtp: RtpReport,
  ggr: GgrReport,
  pessoas: PeopleReport,
  upgrades: UpgradeReport,
  batalhas: BattleReport,
  robos: BotReport,
  usuarios: UserReport,
  dinheiro: MoneyReport,
} as const satisfies Record<string, (props: { range: DayRange }) => unknown>;
type ReportName = keyof typeof REPORTS;
const NAMES = Object.keys(REPORTS) as ReportName[];

export function AnalyticsPage() {
  const texts = useTexts(analyticsTexts);
  const chosen = useRange();
  const { filters } = useAddressFilters<{ aba: string }>();
  const name = NAMES.find((each) => each === filters.aba) ?? 'rtp';
  const Report = REPORTS[name];
  return (
    <ConsolePage title={texts.title} lead={chosen.lead} actions={<RangePicker chosen={chosen} />}>
      <PageTabs
        label={texts.title}
        current={name}
        tabs={NAMES.map((each) => ({ name: each, label: texts.tabs[each] }))}
        keeps={chosen.address}
      />
      <Report range={chosen.range} />
    </ConsolePage>
  );
}
