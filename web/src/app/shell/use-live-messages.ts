import { notifications } from '@mantine/notifications';
import { useLive } from '../../data/live.ts';
import { afterTheShow } from '../../data/spoilers.ts';

/** What the platform tells while somebody looks: to them, and to everybody. Both wait for a running reel. */
export function useLiveMessages(): void {
  useLive('notification', ({ title, message }) => afterTheShow(() => void notifications.show({ title, message })));
  useLive('notification:global', ({ title, message }) =>
    afterTheShow(() => void notifications.show({ title, message, autoClose: 10_000 })),
  );
}
