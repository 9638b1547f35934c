import { Notifications } from '@mantine/notifications';

/** It is loaded with the first message, because visitors seldom see any. */
export function Messages() {
  return <Notifications position="top-right" />;
}
