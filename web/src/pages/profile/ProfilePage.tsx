import { useLocation } from '@tanstack/react-router';
import type { User } from '../../data/generated/api.ts';
import { useSession } from '../../data/session.ts';
import { useFormat } from '../../shared/format/index.ts';
import type { IconName } from '../../shared/icons/index.tsx';
import { Avatar } from '../../shared/parts/Avatar.tsx';
import { PageTabs } from '../../shared/parts/PageTabs.tsx';
import { PageTitle } from '../../shared/parts/PageTitle.tsx';
import { ForPlayers } from '../../shared/states/ForPlayers.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import { AccountTab } from './account/AccountTab.tsx';
import { DataTab } from './data/DataTab.tsx';
import { LogTab } from './log/LogTab.tsx';
import classes from './profile.module.css';
import { SecurityTab } from './security/SecurityTab.tsx';
import { texts } from './texts.ts';

const TABS = {
  perfil: { Tab: AccountTab, icon: 'user' },
  seguranca: { Tab: SecurityTab, icon: 'shield' },
  registro: { Tab: LogTab, icon: 'list' },
  dados: { Tab: DataTab, icon: 'download' },
} as const satisfies Record<string, { Tab: () => React.ReactNode; icon: IconName }>;
type TabName = keyof typeof TABS;
const NAMES = Object.keys(TABS) as TabName[];

export function ProfilePage() {
  const { title, why, tabs, since: _since, ...names } = useTexts(texts);
  const { user } = useSession();
  const { aba } = useLocation().search as { aba?: string };
  const current = NAMES.find((name) => name === aba) ?? 'perfil';
  const { Tab } = TABS[current];
  return (
    <div className={classes.page}>
      {user !== null && (
        <aside className={classes.side}>
          <Owner user={user} />
          <PageTabs
            side
            label={tabs}
            current={current}
            tabs={NAMES.map((name) => ({ name, label: names[name], icon: TABS[name].icon }))}
          />
        </aside>
      )}
      <div className={classes.content}>
        <PageTitle title={current === 'perfil' ? title : names[current]} />
        <ForPlayers title={title} why={why}>
          <Tab />
        </ForPlayers>
      </div>
    </div>
  );
}

function Owner({ user }: { user: User }) {
  const { since } = useTexts(texts);
  const { month } = useFormat();
  return (
    <div className={classes.owner}>
      <Avatar name={user.username} url={user.avatarUrl} size={48} />
      <div>
        <strong>{user.username}</strong>
        <small>{since(month(user.createdAt))}</small>
      </div>
    </div>
  );
}
