import { useConfig } from '../../../data/config.ts';
import { useSession } from '../../../data/session.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { Icon } from '../../../shared/icons/index.tsx';
import { LimitSummary } from '../../../shared/limits/LimitSummary.tsx';
import { useAddressFilters } from '../../../shared/lists/use-address-filters.ts';
import { Panel } from '../../../shared/parts/Panel.tsx';
import { EmptyState } from '../../../shared/states/EmptyState.tsx';
import { Skeleton } from '../../../shared/states/Loading.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import { AgeGate } from './AgeGate.tsx';
import { AmountForm } from './AmountForm.tsx';
import { DepositPanel } from './DepositPanel.tsx';
import classes from './deposit.module.css';
import { RecentDeposits } from './RecentDeposits.tsx';
import { texts as allTexts } from './texts.ts';

/** Asks for the age, then for the amount, then shows the code. The address names the shown deposit. */
export function DepositTab() {
  const texts = useTexts(allTexts);
  const { filters, set } = useAddressFilters<{ deposito: number }>();
  const shown = filters.deposito === undefined ? null : String(filters.deposito);
  const show = (id: string | undefined) => set({ deposito: id === undefined ? undefined : Number(id) });
  return (
    <>
      <div className={classes.layout}>
        <div className={classes.main}>
          {shown === null ? <Begin onMade={show} /> : <DepositPanel id={shown} onAnother={() => show(undefined)} />}
        </div>
        <aside className={classes.aside}>
          {shown !== null && <Another onMade={show} />}
          <LimitSummary kinds={['deposit']} />
          <p className={classes.rules}>
            <Icon name="shieldCheck" />
            <span>
              {texts.rules} <strong>{texts.adults}</strong>
            </span>
          </p>
        </aside>
      </div>
      <RecentDeposits shown={shown} />
    </>
  );
}

/** Shows what comes before the first code: a bar, a notice that Pix is off, the question of age, or the amount. */
function Begin({ onMade }: { onMade: (id: string) => void }) {
  const texts = useTexts(allTexts);
  const { dateTime } = useFormat();
  const { session } = useSession();
  const config = useConfig();
  if (session.exclusion !== null) {
    return (
      <Panel tone="amber">
        <EmptyState icon="pause" title={texts.barred[session.exclusion.kind]}>
          {texts.barred.hint(dateTime(session.exclusion.until))}
        </EmptyState>
      </Panel>
    );
  }
  if (config === null) return <Skeleton height={420} />;
  if (!config.features.pix) {
    return (
      <Panel>
        <EmptyState icon="pause" title={texts.off.title}>
          {texts.off.hint}
        </EmptyState>
      </Panel>
    );
  }
  if (session.ageConfirmedAt === null) return <AgeGate />;
  return (
    <Panel title={texts.amount.title}>
      <AmountForm rules={config.deposits} lead={texts.amount.lead} onMade={onMade} />
    </Panel>
  );
}

function Another({ onMade }: { onMade: (id: string) => void }) {
  const texts = useTexts(allTexts);
  const { session } = useSession();
  const config = useConfig();
  if (config === null || session.exclusion !== null || session.ageConfirmedAt === null) return null;
  return (
    <Panel title={texts.amount.other}>
      <AmountForm rules={config.deposits} compact onMade={onMade} />
    </Panel>
  );
}
