import { Link } from '@tanstack/react-router';
import type { RiskSession, SharedAddresses } from '../../../../data/generated/api.ts';
import { useFormat } from '../../../../shared/format/index.ts';
import { Icon } from '../../../../shared/icons/index.tsx';
import { Panel } from '../../../../shared/parts/Panel.tsx';
import { deviceOf } from '../../../../shared/security/device-of.ts';
import { useTexts } from '../../../../shared/texts/index.ts';
import { StatusBadge } from '../../../parts/StatusBadge.tsx';
import { USER_TONES, userWords } from '../../../user-words.ts';
import { texts as ownTexts } from '../texts.ts';
import classes from '../user.module.css';

export function SessionsPanel({ sessions }: { sessions: readonly RiskSession[] }) {
  const texts = useTexts(ownTexts).sessions;
  const { ago, number } = useFormat();
  return (
    <Panel title={texts.title}>
      {sessions.length === 0 && <p className={classes.note}>{texts.none}</p>}
      <ul className={classes.rows}>
        {sessions.map(({ ip, otherAddresses, userAgent, createdAt, lastActivity }) => {
          const { browser, system, isPhone } = deviceOf(userAgent);
          const name = [browser, system].filter((part) => part !== null).join(' · ');
          return (
            <li key={`${ip} ${createdAt}`}>
              <Icon name={isPhone ? 'phone' : 'laptop'} />
              <div>
                <strong title={userAgent}>{name === '' ? texts.unknown : name}</strong>
                <small>
                  {ip} {otherAddresses.length > 0 && texts.others(number(otherAddresses.length))} ·{' '}
                  {texts.since(ago(createdAt))}
                </small>
              </div>
              <time dateTime={lastActivity}>{ago(lastActivity)}</time>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}

export function SharedAddressesPanel({ shared: { users } }: { shared: SharedAddresses }) {
  const texts = useTexts(ownTexts).shared;
  const words = useTexts(userWords);
  return (
    <Panel title={texts.title}>
      {users.length === 0 && <p className={classes.note}>{texts.none}</p>}
      <ul className={classes.rows}>
        {users.map(({ id, username, status, addresses }) => (
          <li key={id}>
            <div>
              <Link to="/admin/usuarios/$id" params={{ id }}>
                <strong>{username}</strong>
              </Link>
              <small>{addresses.join(', ')}</small>
            </div>
            <StatusBadge tone={USER_TONES[status]}>{words.statuses[status]}</StatusBadge>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
