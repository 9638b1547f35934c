import { useQuery } from '@tanstack/react-query';
import type { Notification } from './generated/api.ts';
import { apiQuery, useAction } from './queries.ts';
import { refreshSession } from './session.ts';
import { useIsShowing } from './spoilers.ts';

const SHOWN = 20;

/** The newest notifications, once somebody looks at them. */
export function useNotifications(isWanted: boolean) {
  // One of them may tell what a reel is about to show.
  const isShowing = useIsShowing();
  const list = useQuery({
    ...apiQuery('GET /notifications', { query: { limit: SHOWN } }),
    enabled: isWanted && !isShowing,
  });
  const readOne = useAction('POST /notifications/{id}/read', ['GET /notifications']);
  const readAll = useAction('POST /notifications/read-all', ['GET /notifications']);
  return {
    list,
    markRead: ({ id }: Pick<Notification, 'id'>) => readOne.mutate({ params: { id } }, { onSuccess: refreshSession }),
    markAllRead: () => readAll.mutate({}, { onSuccess: refreshSession }),
  };
}
