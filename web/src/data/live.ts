import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import type { Socket } from 'socket.io-client';
import type { ClientToServerEvents, ServerToClientEvents } from './generated/socket-events.ts';
import { queryClient } from './queries.ts';
import { afterTheShow } from './spoilers.ts';

/**
 * The app has one socket. An event only hints at a change: pages read the truth over HTTP, and again after each lost
 * connection.
 */
export type EventName = keyof ServerToClientEvents;
export type PayloadOf<Name extends EventName> = Parameters<ServerToClientEvents[Name]>[0];
type LiveSocket = Socket<ServerToClientEvents, ClientToServerEvents>;

/** It is null until its program is loaded. */
let socket: LiveSocket | null = null;
let opening: Promise<LiveSocket> | null = null;
const watchers = new Set<() => void>();
/** A shorter interruption is not shown. */
const LOST_AFTER_MS = 2_000;
let isLost = false;
let losing: ReturnType<typeof setTimeout> | undefined;
const rooms = new Map<string, number>();
/** The server does not answer for a room that the user may not watch. */
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
    // Events of the meantime are lost, so everything is read again.
    if (wasConnected) afterTheShow(askAnew);
    wasConnected = true;
    clearTimeout(losing);
    changed(false);
  });
  made.on('disconnect', (reason) => {
    // The session has ended, and the browser connects as a visitor.
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

/** The session comes first, because only its user asks for personal data. */
async function askAnew(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ['GET /auth/session'] });
  // Pages are told of an answer a turn later: those of a user that has left are gone by then.
  await new Promise((resolve) => setTimeout(resolve));
  await queryClient.invalidateQueries();
}

/** The handshake tells the server the session, so a login or logout needs a new one. */
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

export const useIsLive = (): boolean => useSyncExternalStore(watch, isLive, () => false);

/** Calls `handler` whenever events begin to come in, the first time too: what happened before was told to nobody. */
export function useWhenLive(handler: () => void): void {
  const isLive = useIsLive();
  const current = useEffectEvent(handler);
  useEffect(() => {
    if (isLive) current();
  }, [isLive]);
}

/** Tells whether a connection was lost: the server restarts, or the network is cut. */
export const useIsServerLost = (): boolean =>
  useSyncExternalStore(
    watch,
    () => isLost,
    () => false,
  );
