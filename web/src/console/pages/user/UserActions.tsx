import { Button, Menu } from '@mantine/core';
import type { UserDetail } from '../../../data/generated/api.ts';
import { Icon } from '../../../shared/icons/index.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import type { UserAction } from './ActionDrawer.tsx';
import { texts as ownTexts } from './texts.ts';
import classes from './user.module.css';

export function UserActions({ user, onChoose }: { user: UserDetail; onChoose: (action: UserAction) => void }) {
  const { actions } = useTexts(ownTexts);
  if (user.status === 'CLOSED') return null;
  const toStatus: readonly (readonly [UserAction, string])[] =
    user.status === 'BANNED'
      ? [['desbanir', actions.unban]]
      : user.status === 'SUSPENDED'
        ? [
            ['reativar', actions.activate],
            ['banir', actions.ban],
          ]
        : [
            ['suspender', actions.suspend],
            ['banir', actions.ban],
          ];
  return (
    <>
      <Button variant="default" onClick={() => onChoose('saldo')}>
        {actions.adjust}
      </Button>
      {toStatus.map(([action, label]) => (
        <Button
          key={action}
          variant="default"
          className={action === 'banir' ? (classes.danger ?? '') : ''}
          onClick={() => onChoose(action)}
        >
          {label}
        </Button>
      ))}
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" aria-label={actions.more} px={12}>
            <Icon name="menu" />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Icon name="key" />} onClick={() => onChoose('fator')}>
            {actions.resetFactor}
          </Menu.Item>
          <Menu.Item leftSection={<Icon name="logOut" />} onClick={() => onChoose('sessoes')}>
            {actions.endSessions}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
