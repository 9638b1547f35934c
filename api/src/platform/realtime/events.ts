import type { Static, TObject } from 'typebox';
import type { Id } from '../ids.ts';

/**
 * An event for clients, as a value that its module makes once. Senders use the value, so that a payload of another
 * shape does not compile. The AsyncAPI document is made of all of them.
 */
interface Described<Payload extends TObject> {
  readonly name: string;
  /** Tells authors of clients when it comes, and its meaning. */
  readonly description: string;
  readonly payload: Payload;
}

/** Goes to the sockets of one user. */
interface UserEvent<Payload extends TObject> extends Described<Payload> {
  readonly audience: 'user';
}

/** Goes to every socket, anonymous ones too. */
interface PublicEvent<Payload extends TObject> extends Described<Payload> {
  readonly audience: 'everybody';
  /** A private event goes to this room alone, named as the room of a room's event. */
  readonly room?: string;
}

/** Goes to the sockets that have subscribed to a room. */
interface RoomEvent<Payload extends TObject> extends Described<Payload> {
  readonly audience: 'room';
  /** The form of its rooms' names, such as `match:<id>`. */
  readonly room: string;
}

/** Goes to the sockets of administrators. */
interface AdminEvent<Payload extends TObject> extends Described<Payload> {
  readonly audience: 'administrators';
}

export type SocketEvent = UserEvent<TObject> | PublicEvent<TObject> | RoomEvent<TObject> | AdminEvent<TObject>;

export const defineEvent = <Event extends SocketEvent>(event: Event): Event => event;

/** Every event by its name, with the module that sends it. */
export type SocketEvents = ReadonlyMap<string, { readonly module: string; readonly event: SocketEvent }>;

export function collectEvents(
  modules: readonly { readonly name: string; readonly events?: readonly SocketEvent[] }[],
): SocketEvents {
  const collected = new Map<string, { module: string; event: SocketEvent }>();
  for (const { name: module, events = [] } of modules) {
    for (const event of events) {
      if (collected.has(event.name)) throw new Error(`There are two events with the name ${event.name}`);
      collected.set(event.name, { module, event });
    }
  }
  return collected;
}

/** Sends events to clients. Each event is a hint after the commit: the truth is read over HTTP. */
export interface Push {
  /** Sends to every socket of the user, on all processes. Never throws and is never awaited. */
  toUser<Payload extends TObject>(userId: Id<'user'>, event: UserEvent<Payload>, payload: Static<Payload>): void;
  toAll<Payload extends TObject>(event: PublicEvent<Payload>, payload: Static<Payload>): void;
  toRoom<Payload extends TObject>(
    room: string,
    event: RoomEvent<Payload> | (PublicEvent<Payload> & { readonly room: string }),
    payload: Static<Payload>,
  ): void;
}

/** Sends to the administrators whose sockets are on this process, because every process does so for its own. */
export interface AdminPush {
  toAdministrators<Payload extends TObject>(event: AdminEvent<Payload>, payload: Static<Payload>): void;
  readonly hasAdministrators: boolean;
}
