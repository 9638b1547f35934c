import { useState } from 'react';
import { type PayloadOf, useLive } from '../../data/live.ts';
import { afterTheShow } from '../../data/spoilers.ts';
import { useLanguage } from '../../shared/texts/index.ts';
import { wordsOf } from '../../shared/texts/notification-words.ts';

/** The page of the game shows these anyway, and larger; the list of notifications has them, too. */
const SHOWN_BY_PAGES: ReadonlySet<PayloadOf<'notification'>['type']> = new Set([
  'CASE_OPENING',
  'UPGRADE_SUCCESS',
  'UPGRADE_FAIL',
]);

/**
 * Shows messages to this user and to everybody; both wait for a running reel. It returns whether there was a message,
 * so that their place is loaded only then.
 */
export function useLiveMessages(): boolean {
  const [hasAny, setHasAny] = useState(false);
  const { language } = useLanguage();
  const show = (message: ReturnType<typeof wordsOf> & { autoClose?: number }) =>
    afterTheShow(async () => {
      const { notifications } = await import('@mantine/notifications');
      notifications.show({ ...message });
      setHasAny(true);
    });
  useLive('notification', (made) => {
    if (!SHOWN_BY_PAGES.has(made.type)) show(wordsOf(made, language));
  });
  useLive('notification:global', (made) => show({ ...wordsOf(made, language), autoClose: 10_000 }));
  return hasAny;
}
