import { Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { User } from '../../data/generated/api.ts';
import { mayAdminister, useLogOut, useSession } from '../../data/session.ts';
import { ErrorLine } from '../../shared/errors/ErrorLine.tsx';
import { Icon } from '../../shared/icons/index.tsx';
import { Avatar } from '../../shared/parts/Avatar.tsx';
import { ConfirmDialog } from '../../shared/parts/ConfirmDialog.tsx';
import { useLogOutHere } from '../../shared/security/use-log-out-here.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import { entriesOf } from '../nav.ts';
import classes from './AccountMenu.module.css';
import { shellTexts } from './texts.ts';

export function AccountMenu({ user }: { user: User }) {
  const texts = useTexts(shellTexts);
  const { session } = useSession();
  const [isLeavingAll, setIsLeavingAll] = useState(false);
  const logOutHere = useLogOutHere();
  const logOutAll = useLogOut();
  const askToLeaveAll = () => {
    logOutAll.reset();
    setIsLeavingAll(true);
  };
  return (
    <>
      <Menu width={250} position="bottom-end">
        <Menu.Target>
          <button type="button" className={classes.account} aria-label={texts.account(user.username)}>
            <Avatar name={user.username} url={user.avatarUrl} size={40} />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{user.username}</Menu.Label>
          {entriesOf('account').map(({ to, icon, text }) => (
            <Menu.Item key={to} component={Link} to={to} leftSection={<Icon name={icon} />}>
              {texts.nav[text]}
            </Menu.Item>
          ))}
          {mayAdminister(session) && (
            <Menu.Item component={Link} to="/admin" leftSection={<Icon name="terminal" />}>
              {texts.console}
            </Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Item leftSection={<Icon name="logOut" />} onClick={logOutHere}>
            {texts.logOut}
          </Menu.Item>
          <Menu.Item leftSection={<Icon name="laptop" />} onClick={askToLeaveAll}>
            {texts.logOutAll}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        isOpen={isLeavingAll}
        title={texts.logOutAll}
        confirmLabel={texts.logOutAllConfirm}
        isBusy={logOutAll.isPending}
        onConfirm={() => logOutAll.mutate(true)}
        onClose={() => setIsLeavingAll(false)}
      >
        <p>{texts.logOutAllHint}</p>
        <ErrorLine error={logOutAll.error} />
      </ConfirmDialog>
    </>
  );
}
