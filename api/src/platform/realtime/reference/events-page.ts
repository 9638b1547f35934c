import type { AsyncApiDocument, Channel, JsonSchema, Message } from './async-api.ts';

/** The AsyncAPI document for people, in Markdown, of which the page at `/api/events` is made. */
export function eventsPage(document: AsyncApiDocument): string {
  const events = sentEvents(document);
  const parts = [
    '# Events',
    document.info.description,
    roomsList(document),
    overviewOf(events),
    ...events.map(eventSection),
  ];
  return `${parts.join('\n\n')}\n`;
}

interface SentEvent {
  message: Message;
  receivers: string;
}

/** Those that the server sends, each once. */
function sentEvents({ channels, operations, components }: AsyncApiDocument): SentEvent[] {
  const sending = Object.values(operations).filter(({ action }) => action === 'send');
  const keys = new Set(sending.flatMap(({ messages }) => messages.map(({ $ref }) => lastPart($ref))));
  return Object.entries(components.messages)
    .filter(([key]) => keys.has(key))
    .map(([key, message]) => {
      const hearing = Object.values(channels).filter(({ messages }) => messages[key] !== undefined);
      return { message, receivers: receiversText(hearing) };
    });
}

const lastPart = ($ref: string) => $ref.slice($ref.lastIndexOf('/') + 1);

/** Of several, each occurrence is for one alone. */
function receiversText(channels: readonly Channel[]): string {
  const names = channels.map(channelText);
  return names.length > 1 ? `${names.join(', or ')} alone` : names.join('');
}

const channelText = (channel: Channel) =>
  channel.parameters === undefined
    ? channel.title.charAt(0).toLowerCase() + channel.title.slice(1)
    : `the room \`${roomOf(channel)}\``;

const roomOf = ({ address }: Channel) => address?.replaceAll(/\{(\w+)\}/g, '<$1>');

function roomsList({ channels, components }: AsyncApiDocument): string {
  const rooms = Object.values(channels).filter(({ parameters }) => parameters !== undefined);
  if (rooms.length === 0) return 'At present no event has a room.';
  const lines = rooms.map((channel) => {
    const names = Object.keys(channel.messages).map((key) => components.messages[key]?.name ?? key);
    return `- \`${roomOf(channel)}\`: ${names.map(eventLink).join(', ')}`;
  });
  return ['Rooms and what they bring:', '', ...lines].join('\n');
}

function overviewOf(events: readonly SentEvent[]): string {
  const rows = events.map(
    ({ message, receivers }) => `| ${eventLink(message.name)} | ${receivers} | ${message['x-module']} |`,
  );
  return ['## All events', '', '| Event | Who hears it | Module |', '| --- | --- | --- |', ...rows].join('\n');
}

function eventSection({ message: { name, summary, payload, examples = [] }, receivers }: SentEvent): string {
  const rows = fieldRows(payload, '').map(({ path, type, meaning }) => `| \`${path}\` | ${type} | ${meaning} |`);
  return `### ${name}

For ${receivers}. ${summary}

| Field | Type | Meaning |
| --- | --- | --- |
${rows.join('\n')}

\`\`\`json
${JSON.stringify(examples[0]?.payload, null, 2)}
\`\`\``;
}

const eventLink = (name: string) => `[\`${name}\`](#${anchorOf(name)})`;

/** The anchor of a heading, to which the links within the page lead. */
export const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w -]/g, '')
    .replaceAll(' ', '-');

interface FieldRow {
  path: string;
  type: string;
  meaning: string;
}

function fieldRows({ properties = {}, required = [] }: JsonSchema, prefix: string): FieldRow[] {
  return Object.entries(properties).flatMap(([name, field]) => {
    const path = prefix + name;
    const type = required.includes(name) ? typeOf(field) : `${typeOf(field)}; may be absent`;
    const own = { path, type, meaning: inOneCell(field.description ?? '') };
    return [own, ...fieldRows(field, `${path}.`), ...fieldRows(field.items ?? {}, `${path}[].`)];
  });
}

function typeOf({ type, format, enum: values, anyOf, items }: JsonSchema): string {
  if (anyOf !== undefined) return anyOf.map(typeOf).join(' or ');
  if (values !== undefined) return values.map((value) => `\`${value}\``).join(', ');
  if (items !== undefined) return items.properties === undefined ? `list of ${typeOf(items)}` : 'list of objects';
  if (format === 'int64') return 'string, an id';
  if (format === 'date-time') return 'string, ISO 8601 in UTC';
  return type === undefined ? 'any JSON' : [type].flat().join(' or ');
}

const inOneCell = (text: string) => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ');
