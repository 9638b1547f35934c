import type { TObject } from 'typebox';
import { socketEvents } from '../../src/app/modules.ts';
import { compileValidator, type ValidationFault } from '../../src/platform/http/bodies/validation.ts';
import type { AdminPush, Push, SocketEvent } from '../../src/platform/realtime/events.ts';

/**
 * Holds what is sent to sockets against what its event says of it, so that the page at `/api/events` is true. Nothing but the
 * fields of the schema may be there: a client cannot know of another.
 */

interface Validate {
  (payload: unknown): unknown;
  errors?: readonly ValidationFault[] | null;
}

const validators = new Map<SocketEvent, Validate>();

/** Says what is wrong with it; nothing where it is right. */
export function eventFaults(event: SocketEvent, payload: object): string[] {
  const { name } = event;
  if (socketEvents.get(name)?.event !== event) return [`${name} is no event of a module`];
  const validate = validators.get(event) ?? (compileValidator(requestFor(event)) as Validate);
  validators.set(event, validate);
  const onTheWire: unknown = JSON.parse(JSON.stringify(payload));
  if (validate(onTheWire) === true) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${name}${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

const requestFor = ({ name, payload }: SocketEvent) =>
  ({ schema: closed(payload), httpPart: 'body', method: 'POST', url: name }) as const;

function closed(schema: TObject): TObject {
  return JSON.parse(JSON.stringify(schema), (_key, value) =>
    value?.type === 'object' && value.properties !== undefined ? { ...value, additionalProperties: false } : value,
  );
}

/** From now on every event sent is looked at before it goes its way; gives the list that the faults are written to. */
export function watchEvents(push: Push & Pick<AdminPush, 'toAdministrators'>): string[] {
  const faults: string[] = [];
  const { toUser, toAll, toRoom, toAdministrators } = push;
  const watched: typeof push = {
    toUser: (userId, event, payload) => {
      faults.push(...eventFaults(event, payload));
      toUser(userId, event, payload);
    },
    toAll: (event, payload) => {
      faults.push(...eventFaults(event, payload));
      toAll(event, payload);
    },
    toRoom: (room, event, payload) => {
      faults.push(...eventFaults(event, payload));
      toRoom(room, event, payload);
    },
    toAdministrators: (event, payload) => {
      faults.push(...eventFaults(event, payload));
      toAdministrators(event, payload);
    },
  };
  Object.assign(push, watched);
  return faults;
}
