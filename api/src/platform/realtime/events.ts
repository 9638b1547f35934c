import type { Static, TObject } from 'typebox';
import type { Id } from '../ids.ts';

/**
 * An event that clients may hear, as a value that the module which sends it makes once. Who sends uses the value, so that
 * a payload of another shape does not compile. The AsyncAPI document is made of all of them.
 */
interface Described<Payload extends TObject> {
  readonly name: string;
  /** For who writes a client: when it comes, and what it stands for. */
  readonly description: string;
  /** With an example of the whole. */
  readonly payload: Payload;
}

/** For the sockets of one user. */
interface UserEvent<Payload extends TObject> extends Described<Payload> {
  readonly audience: 'user';
}

/** For every socket, anonymous ones too. */
interface PublicEvent<Payload extends TObject> extends Described<Payload> {
  readonly audience: 'everybody';
  /** Where it is about something that is not for everybody, it is sent to this room alone, named as of a room's event. */
  readonly room?: string;
}

/** For the sockets that have subscribed to a room. */
interface RoomEvent<Payload extends TObject> extends Described<Payload> {
  readonly audience: 'room';
  /** How its rooms are named, such as `match:<id>`. */
  readonly room: string;
}

/** For the sockets of administrators. */
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

/** What is sent to clients as it happens. Each event is a hint after the commit: the truth is read over HTTP. */
export interface Push {
  /** To every socket of the user, on all processes. Never throws and is never awaited. */
  toUser<Payload extends TObject>(userId: Id<'user'>, event: UserEvent<Payload>, payload: Static<Payload>): void;
  toAll<Payload extends TObject>(event: PublicEvent<Payload>, payload: Static<Payload>): void;
  toRoom<Payload extends TObject>(
    room: string,
    event: RoomEvent<Payload> | (PublicEvent<Payload> & { readonly room: string }),
    payload: Static<Payload>,
  ): void;
}

/** To the administrators whose sockets are on this process: each process looks for its own. */
export interface AdminPush {
  toAdministrators<Payload extends TObject>(event: AdminEvent<Payload>, payload: Static<Payload>): void;
  /** Whether there is any. */
  readonly hasAdministrators: boolean;
}
