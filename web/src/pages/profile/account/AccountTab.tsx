import { useSession } from '../../../data/session.ts';
import { CopyButton } from '../../../shared/parts/CopyButton.tsx';
import { Panel } from '../../../shared/parts/Panel.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import classes from '../profile.module.css';
import { SeedPanel } from './SeedPanel.tsx';
import { StatsPanel } from './StatsPanel.tsx';
import { TradeUrlPanel } from './TradeUrlPanel.tsx';
import { texts as allTexts } from './texts.ts';

export function AccountTab() {
  const texts = useTexts(allTexts);
  const { user } = useSession();
  if (user === null) return null;
  return (
    <div className={classes.columns}>
      <div className={classes.stack}>
        <TradeUrlPanel user={user} />
        <SeedPanel clientSeed={user.clientSeed} />
      </div>
      <div className={classes.stack}>
        <Panel title={texts.account}>
          <div className={classes.form}>
            <p className={classes.hint}>{texts.name}</p>
            <div className={classes.row}>
              <span>
                {texts.steamId} <code>{user.platformId}</code>
              </span>
              <CopyButton value={user.platformId} variant="subtle" />
            </div>
          </div>
        </Panel>
        <StatsPanel />
      </div>
    </div>
  );
}
