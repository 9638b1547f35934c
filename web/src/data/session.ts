import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from './api.ts';
import { isSessionEnded } from './api-error.ts';
import type { User, Visitor } from './generated/api.ts';
import { isLive, reconnect, useLive } from './live.ts';
import { apiQuery, invalidate, queryClient } from './queries.ts';
import { afterTheShow } from './spoilers.ts';

/** The session says who is logged in, with balance and rights. A visitor is null, and no error. */
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

export const mayAdminister = ({ permissions }: Pick<Session, 'permissions'>): boolean =>
  permissions.includes('ADMINISTER');

/** Changes what is known of the session without asking, such as the balance that an answer has brought. */
export function updateSession(change: Partial<Session>): void {
  const key = sessionQuery.queryKey;
  // The age stays as well, because `serverTime` is of that moment.
  const updatedAt = queryClient.getQueryState(key)?.dataUpdatedAt;
  queryClient.setQueryData(key, (session) => (session === undefined ? session : { ...session, ...change }), {
    ...(updatedAt !== undefined && { updatedAt }),
  });
}

/** Returns the milliseconds to add to the clock of this device to get the server's; 0 until it is known. */
export function useServerOffset(): number {
  const { data, dataUpdatedAt } = useQuery(sessionQuery);
  return data === undefined ? 0 : Date.parse(data.serverTime) - dataUpdatedAt;
}

export const refreshSession = () => invalidate('GET /auth/session');

/** `balance:updated` tells the new balance after an act; without a socket it is asked for. */
export async function refreshSessionUnlessLive(): Promise<void> {
  if (!isLive()) await refreshSession();
}

/**
 * Prepares a sale of several items, which no event tells of. The returned function adds the proceeds to the balance, or
 * asks the server where another balance arrived meanwhile, because that one may contain the sale.
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

/** The shell runs this once: the socket tells changes of balance and notifications. */
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

type Leaving = 'LOGGED_OUT' | 'CLOSED';
let leaving: Leaving | null = null;

/**
 * Tells why the shown session is over: it was ended elsewhere, it expired, or its account is closed. A user who logged
 * out is told nothing. An answer that refuses a request for want of a session makes the page look.
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
 * Ends the session by `end`, then forgets all personal data and asks again as a visitor. After a failure the user is
 * still logged in.
 */
async function leave(how: Leaving, end: () => Promise<unknown>): Promise<void> {
  // It is set first, because the socket may tell of the end before the answer.
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

/** Closes the account and all its sessions for good. */
export const useCloseAccount = () =>
  useMutation({
    mutationFn: () => leave('CLOSED', () => call('POST /user/close-account', { body: { confirm: true } })),
    networkMode: 'always',
  });
