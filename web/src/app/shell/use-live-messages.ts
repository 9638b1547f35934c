import { notifications } from '@mantine/notifications';

import { type PayloadOf, useLive } from '../../data/live.ts';
import { afterTheShow } from '../../data/spoilers.ts';
import { sharedTexts, useTexts } from '../../shared/texts/index.ts';

/** What the page of a game shows anyway, and larger; the list of notifications has it too. */
const SHOWN_BY_PAGES: ReadonlySet<PayloadOf<'notification'>['type']> = new Set([
  'CASE_OPENING',
  'UPGRADE_SUCCESS',
  'UPGRADE_FAIL',
]);

/** What the platform tells while somebody looks: to them, and to everybody. Both wait for a running reel. */
export function useLiveMessages(): void {
  const { close } = useTexts(sharedTexts);
  const show = (message: { title: string; message: string; autoClose?: number }) =>
    afterTheShow(() => void notifications.show({ ...message, closeButtonProps: { 'aria-label': close } }));
  useLive('notification', ({ type, title, message }) => {
    if (!SHOWN_BY_PAGES.has(type)) show({ title, message });
  });
  useLive('notification:global', ({ title, message }) => show({ title, message, autoClose: 10_000 }));
}
