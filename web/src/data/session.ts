import { useQuery } from '@tanstack/react-query';
import { call } from './api.ts';
import type { User, Visitor } from './generated/api.ts';
import { reconnect, useLive } from './live.ts';
import { apiQuery, queryClient } from './queries.ts';
import { afterTheShow } from './spoilers.ts';

/** Who is here, what they have, what they may do. A visitor is nobody, and no error. */
export type Session = Visitor;

const VISITOR: Session = {
  serverTime: new Date(0).toISOString(),
  user: null,
  balanceCents: null,
  debtCents: null,
  unreadNotifications: 0,
  limitsReached: [],
  exclusion: null,
  ageConfirmedAt: null,
  permissions: [],
};

export const sessionQuery = apiQuery('GET /auth/session');

export function useSession(): { session: Session; user: User | null; isLoading: boolean } {
  const { data: session = VISITOR, isLoading } = useQuery(sessionQuery);
  return { session, user: session.user, isLoading };
}

/** Changes what is known of the session without asking, such as the balance that an answer has brought. */
export function updateSession(change: Partial<Session>): void {
  const key = sessionQuery.queryKey;
  // As old as it was: `serverTime` still is of then.
  const updatedAt = queryClient.getQueryState(key)?.dataUpdatedAt;
  queryClient.setQueryData(key, (session) => (session === undefined ? session : { ...session, ...change }), {
    ...(updatedAt !== undefined && { updatedAt }),
  });
}

/** What to add to the clock of this device to have the server's, in milliseconds; 0 until it is known. */
export function useServerOffset(): number {
  const { data, dataUpdatedAt } = useQuery(sessionQuery);
  return data === undefined ? 0 : Date.parse(data.serverTime) - dataUpdatedAt;
}

export const refreshSession = () => queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });

/** Once in the shell: the socket says when balance and notifications change. */
export function useLiveSession(): void {
  useLive('balance:updated', ({ balanceCents }) => afterTheShow(() => updateSession({ balanceCents })));
  useLive('notification', () =>
    afterTheShow(() => {
      queryClient.invalidateQueries({ queryKey: ['GET /notifications'] });
      refreshSession();
    }),
  );
}

/** Leaves for the login, and comes back to the page that is shown now, or to `wanted`. */
export function logIn(wanted = `${location.pathname}${location.search}`): void {
  location.assign(`/api/auth/steam/login?returnTo=${encodeURIComponent(wanted)}`);
}

/** Everything that was somebody's is forgotten and asked anew, by a visitor. */
export async function logOut(everywhere = false): Promise<void> {
  await call(everywhere ? 'POST /auth/logout-all' : 'POST /auth/logout');
  updateSession(VISITOR);
  reconnect();
  await queryClient.resetQueries();
}
