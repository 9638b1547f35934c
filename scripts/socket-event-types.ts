import path from 'node:path';
import type { AsyncApiDocument, Message, Reference } from '../api/src/platform/realtime/reference/async-api.ts';
import { typeOf } from './schema-types.ts';

export const EVENT_TYPES_FILE = path.resolve(import.meta.dirname, '../web/src/data/generated/socket-events.ts');

/**
 * Writes TypeScript of the AsyncAPI document for the web app, which imports nothing of the server, as
 * `Socket<ServerToClientEvents, ClientToServerEvents>` of socket.io-client takes it.
 */
export function socketEventTypes(document: AsyncApiDocument): string {
  const operations = Object.values(document.operations);
  const sending = operations.filter(({ action }) => action === 'send').flatMap(({ messages }) => messages);
  const receiving = operations.filter(({ action }) => action === 'receive');
  const replies = receiving.flatMap(({ reply }) => reply?.messages ?? []);
  const named = messagesAt(document, [...sending, ...replies]);
  const names = typeNames(named);
  const nameOf = ({ payload }: Message) => names.get(JSON.stringify(payload)) ?? typeOf(payload);
  const sent = messagesAt(document, sending).map(
    (message) => `  /** ${message.summary} */\n  '${message.name}': (payload: ${nameOf(message)}) => void;\n`,
  );
  const received = receiving.flatMap(({ messages, reply }) => {
    const answer = messagesAt(document, reply?.messages ?? []).map(nameOf);
    const acknowledge = `acknowledge: (answer: ${answer.join(' | ')}) => void`;
    return messagesAt(document, messages).map(
      ({ name, summary, payload }) =>
        `  /** ${summary} */\n  ${name}: (payload: ${typeOf(payload)}, ${acknowledge}) => void;\n`,
    );
  });
  const types = [...names].map(([schema, name]) => `export type ${name} = ${typeOf(JSON.parse(schema))};\n`);
  return [
    '// Made by `npm run docs` from the AsyncAPI document of the sockets. Do not edit it by hand.\n\n',
    ...types,
    `\n/** By the name of the event. */\nexport interface ServerToClientEvents {\n${sent.join('')}}\n`,
    `\n/** All that is listened to. */\nexport interface ClientToServerEvents {\n${received.join('')}}\n`,
  ].join('');
}

/** Each once, although there is an operation for each channel that it is sent to. */
function messagesAt({ components }: AsyncApiDocument, references: readonly Reference[]): Message[] {
  const keys = new Set(references.map(({ $ref }) => $ref.slice($ref.lastIndexOf('/') + 1)));
  return [...keys].flatMap((key) => components.messages[key] ?? []);
}

/** By the text of the schema, so that messages which share one share its type. */
function typeNames(messages: readonly Message[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const [schema, sharing] of Map.groupBy(messages, ({ payload }) => JSON.stringify(payload))) {
    const [first] = sharing as [Message];
    const kind = first.name.split(':', 1)[0] ?? '';
    const name = first.payload.title ?? pascalCase(sharing.length > 1 ? `${kind}:event` : first.name);
    if ([...names.values()].includes(name)) throw new Error(`Two payloads are named ${name}: give one another title`);
    names.set(schema, name);
  }
  return names;
}

const pascalCase = (name: string) =>
  name
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
