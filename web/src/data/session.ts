import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from './api.ts';
import { isSessionEnded } from './api-error.ts';
import type { User, Visitor } from './generated/api.ts';
import { isLive, reconnect, useLive } from './live.ts';
import { apiQuery, invalidate, queryClient } from './queries.ts';
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

/** Whether the console is theirs to see. */
export const mayAdminister = ({ permissions }: Pick<Session, 'permissions'>): boolean =>
  permissions.includes('ADMINISTER');

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

export const refreshSession = () => invalidate('GET /auth/session');

/** After an act whose new balance is told by `balance:updated`: without a socket nobody tells it. */
export async function refreshSessionUnlessLive(): Promise<void> {
  if (!isLive()) await refreshSession();
}

/**
 * Before a sale of several items, which no event tells of. Called with what it has brought, the result adds that to the
 * balance; where anything has told a balance meanwhile, it asks, since that one may contain the sale.
 */
export function expectSale(): (broughtCents: string) => void {
  const state = () => queryClient.getQueryState(sessionQuery.queryKey);
  const before = state()?.dataUpdateCount;
  return (broughtCents) => {
    const { data, dataUpdateCount, fetchStatus } = state() ?? {};
    const isSame = dataUpdateCount === before && fetchStatus === 'idle';
    if (!isSame || data === undefined || data.balanceCents === null) void refreshSession();
    else updateSession({ balanceCents: String(BigInt(data.balanceCents) + BigInt(broughtCents)) });
  };
}

/** Once in the shell: the socket says when balance and notifications change. */
export function useLiveSession(): void {
  useLive('balance:updated', ({ balanceCents }) => afterTheShow(() => updateSession({ balanceCents })));
  const countUnread = ({ createdAt }: { createdAt: string }) => {
    void invalidate('GET /notifications');
    const session = queryClient.getQueryData(sessionQuery.queryKey);
    // Made after the last answer, it is one more. Else nobody here knows whether that answer has counted it.
    if (session !== undefined && createdAt > session.serverTime) {
      updateSession({ unreadNotifications: session.unreadNotifications + 1 });
    } else void refreshSession();
  };
  useLive('notification', (made) => afterTheShow(() => countUnread(made)));
  useLive('notification:global', (made) => afterTheShow(() => countUnread(made)));
  useLive('notification:read', () => {
    void invalidate('GET /notifications');
    void refreshSession();
  });
}

/** Leaves for the login, and comes back to the page that is shown now, or to `wanted`. */
export function logIn(wanted = `${location.pathname}${location.search}`): void {
  location.assign(`/api/auth/steam/login?returnTo=${encodeURIComponent(wanted)}`);
}

/** How the one who was here has left by a press of this page. */
type Leaving = 'LOGGED_OUT' | 'CLOSED';
let leaving: Leaving | null = null;

/**
 * What is to be said once the session that was shown here is over: that it was ended elsewhere or its time was up, or that its
 * account is closed. Who has logged out needs not be told. An answer that refuses a request for want of a session makes the
 * page look.
 */
export function useSessionEnd(): 'ENDED' | 'CLOSED' | null {
  const { user, isLoading } = useSession();
  const [wasUser, setWasUser] = useState(false);
  if (user !== null && !wasUser) setWasUser(true);
  useEffect(() => {
    const look = (event: { type: string; action?: { type: string; error?: unknown } }) => {
      if (event.action?.type === 'error' && isSessionEnded(event.action.error)) refreshSession();
    };
    const stops = [
      queryClient.getQueryCache().subscribe((event) => look(event)),
      queryClient.getMutationCache().subscribe((event) => look(event)),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  if (!wasUser || user !== null || isLoading) return null;
  if (leaving === null) return 'ENDED';
  return leaving === 'CLOSED' ? 'CLOSED' : null;
}

/**
 * Ends the session by `end`. Everything that was somebody's is then forgotten and asked anew, by a visitor; where it fails they
 * are still here.
 */
async function leave(how: Leaving, end: () => Promise<unknown>): Promise<void> {
  // Before it is asked: the socket may tell of the end sooner than the answer.
  leaving = how;
  try {
    await end();
  } catch (error) {
    leaving = null;
    throw error;
  }
  updateSession(VISITOR);
  reconnect();
  // By then no page of theirs is shown any more, and nothing of theirs is asked for.
  await refreshSession();
  await queryClient.resetQueries();
}

const logOut = (everywhere: boolean): Promise<void> =>
  leave('LOGGED_OUT', () =>
    call(everywhere ? 'POST /auth/logout-all' : 'POST /auth/logout').catch((error: unknown) => {
      // It is over already.
      if (!isSessionEnded(error)) throw error;
    }),
  );

/** Without a connection it fails at once: a press must not log anybody out minutes later. */
export const useLogOut = () => useMutation({ mutationFn: logOut, networkMode: 'always' });

/** For good: the account and all its sessions. */
export const useCloseAccount = () =>
  useMutation({
    mutationFn: () => leave('CLOSED', () => call('POST /user/close-account', { body: { confirm: true } })),
    networkMode: 'always',
  });
