import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import type { Socket } from 'socket.io-client';
import type { ClientToServerEvents, ServerToClientEvents } from './generated/socket-events.ts';
import { queryClient } from './queries.ts';
import { afterTheShow } from './spoilers.ts';

/**
 * The one socket of the app. An event is a hint that something has changed; what pages show is read over HTTP, again
 * after each connection that was lost.
 */
export type EventName = keyof ServerToClientEvents;
export type PayloadOf<Name extends EventName> = Parameters<ServerToClientEvents[Name]>[0];
type LiveSocket = Socket<ServerToClientEvents, ClientToServerEvents>;

/** Null until its program has come. */
let socket: LiveSocket | null = null;
let opening: Promise<LiveSocket> | null = null;
const watchers = new Set<() => void>();
/** A connection that comes back sooner is worth no word. */
const LOST_AFTER_MS = 2_000;
let isLost = false;
let losing: ReturnType<typeof setTimeout> | undefined;
const rooms = new Map<string, number>();
/** A room that may not be watched stays silent. */
const ignore = () => undefined;

function opened(): Promise<LiveSocket> {
  opening ??= open().catch((error) => {
    opening = null;
    throw error;
  });
  return opening;
}

/** Its program comes after the first page's: what is shown first waits for no event. */
async function open(): Promise<LiveSocket> {
  const { io } = await import('socket.io-client');
  const made: LiveSocket = io({ transports: ['websocket'], withCredentials: true });
  let wasConnected = false;
  made.on('connect', () => {
    for (const room of rooms.keys()) made.emit('subscribe', room, ignore);
    // What happened meanwhile was told to nobody.
    if (wasConnected) afterTheShow(askAnew);
    wasConnected = true;
    clearTimeout(losing);
    changed(false);
  });
  made.on('disconnect', (reason) => {
    // The session has ended: whoever is there now connects as a visitor.
    if (reason === 'io server disconnect') {
      afterTheShow(askAnew);
      made.connect();
    }
    clearTimeout(losing);
    losing = setTimeout(() => changed(!made.connected), LOST_AFTER_MS);
    changed(isLost);
  });
  socket = made;
  return made;
}

function changed(lost: boolean): void {
  isLost = lost;
  for (const watcher of watchers) watcher();
}

/** Who is here comes first: what is theirs alone is asked for by nobody else. */
async function askAnew(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ['GET /auth/session'] });
  // Pages are told of an answer a turn later: those of a user that has left are gone by then.
  await new Promise((resolve) => setTimeout(resolve));
  await queryClient.invalidateQueries();
}

/** After a login or a logout: the socket is told by its handshake whose it is. */
export function reconnect(): void {
  socket?.disconnect().connect();
}

/** Calls `handler` with each event of this name while the component is shown. */
export function useLive<Name extends EventName>(name: Name, handler: (payload: PayloadOf<Name>) => void): void {
  const current = useEffectEvent(handler);
  useEffect(() => {
    const listener = (payload: PayloadOf<Name>) => current(payload);
    let isShown = true;
    opened().then((on) => isShown && on.on(name as never, listener as never), ignore);
    return () => {
      isShown = false;
      socket?.off(name as never, listener as never);
    };
  }, [name]);
}

/** Watches a room, such as `battle:12`, while the component is shown. */
export function useRoom(room: string | null): void {
  useEffect(() => {
    if (room === null) return;
    const watching = rooms.get(room) ?? 0;
    rooms.set(room, watching + 1);
    opened().catch(ignore);
    if (watching === 0 && socket?.connected) socket.emit('subscribe', room, ignore);
    return () => {
      const left = (rooms.get(room) ?? 1) - 1;
      if (left > 0) rooms.set(room, left);
      else {
        rooms.delete(room);
        socket?.emit('unsubscribe', room, ignore);
      }
    };
  }, [room]);
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  opened().catch(ignore);
  return () => void watchers.delete(watcher);
}

export const isLive = (): boolean => socket?.connected ?? false;

/** Whether events come in at the moment. */
export const useIsLive = (): boolean => useSyncExternalStore(watch, isLive, () => false);

/** Calls `handler` whenever events begin to come in, the first time too: what happened before was told to nobody. */
export function useWhenLive(handler: () => void): void {
  const isLive = useIsLive();
  const current = useEffectEvent(handler);
  useEffect(() => {
    if (isLive) current();
  }, [isLive]);
}

/** Whether a connection that was there is gone: the server restarts, or the way to it is cut. */
export const useIsServerLost = (): boolean =>
  useSyncExternalStore(
    watch,
    () => isLost,
    () => false,
  );
