import { Notifications } from '@mantine/notifications';

/** Where messages are shown. Loaded when there may be some: visitors seldom see any. */
export function Messages() {
  return <Notifications position="top-right" />;
}
