import { notifications } from '@mantine/notifications';
import { useLogOut } from '../../data/session.ts';
import { ErrorLine } from '../errors/ErrorLine.tsx';
import { sharedTexts, useTexts } from '../texts/index.ts';

/** Long enough to read why, and for how long to wait. */
const SHOWN_MS = 10_000;

/** Logs out on this device alone. The menu that was pressed is closed by then, so a message says where it failed. */
export function useLogOutHere(): () => void {
  const { stillLoggedIn } = useTexts(sharedTexts);
  const { mutate } = useLogOut();
  const sayWhy = (error: unknown) =>
    notifications.show({
      title: stillLoggedIn,
      message: <ErrorLine error={error} />,
      color: 'red',
      autoClose: SHOWN_MS,
    });
  return () => mutate(false, { onError: sayWhy });
}
