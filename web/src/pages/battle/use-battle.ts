import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLive, useRoom } from '../../data/live.ts';
import { apiQuery, invalidate } from '../../data/queries.ts';
import { useSession } from '../../data/session.ts';
import { rememberBattle } from '../../shared/battles/seen-battles.ts';
import { holdShow, releaseShow } from '../../shared/battles/show-hold.ts';

/** Once the public draw is due, and before; and in case an event was lost. */
const DUE_MS = 2_000;
const DRAWING_MS = 10_000;
const WAITING_MS = 20_000;

/** One battle, asked anew whenever the socket says that it has changed. */
export function useBattle(id: string, code: string | undefined) {
  const { user, isLoading } = useSession();
  const isVisitor = !isLoading && user === null;
  const asked = { params: { id }, query: code === undefined ? {} : { code } };
  // An unfinished battle needs an account and a private one its code, so a visitor asks for the public part first.
  const visibility = useQuery({ ...apiQuery('GET /battles/{id}/visibility', asked), enabled: isVisitor });
  const needsAccount = isVisitor && visibility.data?.isPublic === false;
  const battle = useQuery({
    ...apiQuery('GET /battles/{id}', asked),
    enabled: !isLoading && (!isVisitor || (!visibility.isLoading && !needsAccount)),
    select: (shown) => (shown.isPrivate && code !== undefined ? { ...shown, invitationCode: code } : shown),
    refetchInterval: ({ state: { data } }) => {
      if (data?.status === 'WAITING') return WAITING_MS;
      return data?.status === 'IN_PROGRESS' && drawingInterval(data.beacon?.dueAt ?? null);
    },
  });
  const { data } = battle;
  useEffect(() => {
    if (data !== undefined) rememberBattle(data);
  }, [data]);
  useBattleEvents(id, data?.invitationCode ?? code, data?.status === 'COMPLETED');
  useEffect(() => () => releaseShow(id), [id]);
  return { battle, needsAccount };
}

/** Nothing comes of the draw before it is due: then it is asked for at once, and again and again. */
function drawingInterval(dueAt: string | null): number {
  const leftMs = dueAt === null ? 0 : Date.parse(dueAt) - Date.now();
  return Math.max(DUE_MS, Math.min(DRAWING_MS, leftMs));
}

function useBattleEvents(id: string, code: string | undefined, isOver: boolean): void {
  useRoom(code === undefined ? `battle:${id}` : `battle:${id}:${code}`);
  const refresh = (event: { id: string }) => {
    // A finished battle never changes, and late events about it are ignored.
    if (event.id === id && !isOver) void invalidate('GET /battles/{id}/visibility', 'GET /battles/{id}');
  };
  useLive('battle:joined', refresh);
  useLive('battle:started', (event) => {
    if (event.id === id) holdShow(id);
  });
  useLive('battle:finished', refresh);
  useLive('battle:cancelled', refresh);
}
