import type { Static, TObject } from 'typebox';
import type { Id } from '../ids.ts';

/** Senders use the value, so that another payload does not compile. The AsyncAPI document lists all events. */
interface Described<Payload extends TObject> {
  readonly name: string;
  readonly description: string;
  readonly payload: Payload;
}

interface UserEvent<Payload extends TObject> extends Described<Payload> {
  readonly audience: 'user';
}

/** Anonymous sockets get it, too. */
interface PublicEvent<Payload extends TObject> extends Described<Payload> {
  readonly audience: 'everybody';
  /** A private event goes to this room alone. */
  readonly room?: string;
}

interface RoomEvent<Payload extends TObject> extends Described<Payload> {
  readonly audience: 'room';
  /** For example `match:<id>`. */
  readonly room: string;
}

interface AdminEvent<Payload extends TObject> extends Described<Payload> {
  readonly audience: 'administrators';
}

export type SocketEvent = UserEvent<TObject> | PublicEvent<TObject> | RoomEvent<TObject> | AdminEvent<TObject>;

export const defineEvent = <Event extends SocketEvent>(event: Event): Event => event;

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

/** Events are hints after the commit; clients read the truth over HTTP. */
export interface Push {
  /** Reaches all processes, never throws and is not awaited. */
  toUser<Payload extends TObject>(userId: Id<'user'>, event: UserEvent<Payload>, payload: Static<Payload>): void;
  toAll<Payload extends TObject>(event: PublicEvent<Payload>, payload: Static<Payload>): void;
  toRoom<Payload extends TObject>(
    room: string,
    event: RoomEvent<Payload> | (PublicEvent<Payload> & { readonly room: string }),
    payload: Static<Payload>,
  ): void;
}

/** Each process sends to its own sockets. */
export interface AdminPush {
  toAdministrators<Payload extends TObject>(event: AdminEvent<Payload>, payload: Static<Payload>): void;
  readonly hasAdministrators: boolean;
}
