import type { UserRisk } from '../../../../data/generated/api.ts';
import { RiskPanel } from '../../../parts/RiskPanel.tsx';
import classes from '../user.module.css';
import { FraudDesk } from './FraudDesk.tsx';
import { SecurityPanel } from './SecurityPanel.tsx';
import { SharedAddressesPanel } from './SessionsPanel.tsx';

export function FraudTab({ risk }: { risk: UserRisk }) {
  return (
    <div className={classes.columns}>
      <div className={classes.stack}>
        <FraudDesk suspicions={risk.suspicions} />
        <SecurityPanel entries={risk.security} />
      </div>
      <div className={classes.stack}>
        <RiskPanel userId={risk.user.id} />
        <SharedAddressesPanel shared={risk.sharedAddresses} />
      </div>
    </div>
  );
}
