import type { UserDetail, UserRisk } from '../../../../data/generated/api.ts';
import classes from '../user.module.css';
import { FraudDesk } from './FraudDesk.tsx';
import { LedgerTab } from './LedgerTab.tsx';
import { LimitsPanel } from './LimitsPanel.tsx';
import { SessionsPanel } from './SessionsPanel.tsx';

const SHOWN = 8;

export function SummaryTab({ user, risk }: { user: UserDetail; risk: UserRisk }) {
  return (
    <div className={classes.summary}>
      <div className={classes.stack}>
        <LedgerTab userId={user.id} shown={SHOWN} />
        <SessionsPanel sessions={risk.sessions} />
      </div>
      <div className={classes.stack}>
        <FraudDesk suspicions={risk.suspicions} />
        <LimitsPanel protection={risk.protection} />
      </div>
    </div>
  );
}
