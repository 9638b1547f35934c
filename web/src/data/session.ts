import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from './api.ts';
import { isSessionEnded } from './api-error.ts';
import type { User } from './generated/api.ts';
import { reconnect, useLive } from './live.ts';
import { queryClient } from './queries.ts';
import { afterTheShow } from './spoilers.ts';

/** Who is here, what they have, and how many notifications they have not read. A visitor is nobody, and no error. */
export interface Session {
  user: User | null;
  /** In cents, as a decimal string. */
  balanceCents: string;
  unreadNotifications: number;
}

const VISITOR: Session = { user: null, balanceCents: '0', unreadNotifications: 0 };
/** Set when a login begins: a visitor who never began one need not ask who they are. */
const HINT = 'lisura:has-logged-in';
const WANTED_PAGE = 'lisura:wanted-page';

export const sessionQuery = queryOptions<Session>({
  queryKey: ['session'],
  queryFn: async () => {
    if (localStorage.getItem(HINT) === null) return VISITOR;
    try {
      const user = await call('GET /auth/me');
      const [{ balanceCents }, { count }] = await Promise.all([
        call('GET /user/balance'),
        call('GET /notifications/unread-count'),
      ]);
      return { user, balanceCents, unreadNotifications: count };
    } catch (error) {
      if (!isSessionEnded(error)) throw error;
      localStorage.removeItem(HINT);
      return VISITOR;
    }
  },
});

export function useSession(): Session & { isLoading: boolean } {
  const { data, isLoading } = useQuery(sessionQuery);
  const session = data ?? VISITOR;
  return {
    user: session.user,
    balanceCents: session.balanceCents,
    unreadNotifications: session.unreadNotifications,
    isLoading,
  };
}

/** Changes what is known of the session without asking, such as the balance that an answer has brought. */
export function updateSession(change: Partial<Session>): void {
  queryClient.setQueryData(sessionQuery.queryKey, (session) =>
    session === undefined ? session : { ...session, ...change },
  );
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
  localStorage.setItem(HINT, '1');
  sessionStorage.setItem(WANTED_PAGE, wanted);
  location.assign(`/api/auth/steam/login?returnTo=${encodeURIComponent(wanted)}`);
}

/** The page that was wanted before the login, once; null where there was none. */
export function takeWantedPage(): string | null {
  const wanted = sessionStorage.getItem(WANTED_PAGE);
  sessionStorage.removeItem(WANTED_PAGE);
  return wanted?.startsWith('/') && !wanted.startsWith('//') ? wanted : null;
}

export async function logOut(everywhere = false): Promise<void> {
  await call(everywhere ? 'POST /auth/logout-all' : 'POST /auth/logout');
  localStorage.removeItem(HINT);
  queryClient.clear();
  reconnect();
}
