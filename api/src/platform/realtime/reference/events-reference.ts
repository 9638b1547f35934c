import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { requireAccess } from '../../http/edge/access.ts';
import { pageHeaders } from '../../http/edge/security-headers.ts';
import { createOwnPages } from '../../http/pages.ts';
import type { SocketEvents } from '../events.ts';
import { type AsyncApiDocument, asyncApiDocument, type Channel, type JsonSchema, type Message } from './async-api.ts';

/** Renders the AsyncAPI document for people at `/api/events`. */
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

const anchorOf = (heading: string) =>
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

interface EventsReferenceOptions {
  ownUrls: readonly string[];
  version: string;
  socketEvents: SocketEvents;
}

export function registerEventsReference(app: FastifyInstance, options: EventsReferenceOptions): void {
  const { ownUrls, version, socketEvents } = options;
  const documentFor = (url: string) => asyncApiDocument(socketEvents, { version, url });
  app.register(async (scope) => {
    requireAccess(scope, 'public', () => true);
    const hidden = { schema: { hide: true } };
    const document = createOwnPages(ownUrls, (url) => JSON.stringify(documentFor(url)));
    scope.get('/api/asyncapi.json', hidden, async (request, reply) =>
      reply.type('application/json; charset=utf-8').send(document(request)),
    );
    let page: Promise<ReturnType<typeof createOwnPages>> | null = null;
    scope.get('/api/events', hidden, async (request, reply) => {
      page ??= loadHtmlOf().then((htmlOf) =>
        createOwnPages(ownUrls, (url) => pageOf(htmlOf(eventsPage(documentFor(url))))),
      );
      return reply
        .headers(pageHeaders(POLICY))
        .type('text/html; charset=utf-8')
        .send((await page)(request));
    });
  });
}

/** The Markdown library is loaded at the first request. */
async function loadHtmlOf(): Promise<(markdown: string) => string> {
  const { Marked } = await import('marked');
  const marked = new Marked({
    renderer: {
      heading({ text, tokens, depth }) {
        return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
    },
  });
  return (markdown) => marked.parse(markdown, { async: false });
}

const STYLE = `
body { margin: 0; background: #10141c; color: #e8ecf4; font: 16px/1.6 system-ui, sans-serif; }
main, nav { max-width: 60rem; margin: 0 auto; padding: 1rem 1.5rem; }
a { color: #3ddc97; }
h1, h2, h3 { line-height: 1.25; margin: 2rem 0 .75rem; }
code, pre { font: .9em ui-monospace, monospace; background: #1a2130; border-radius: .3rem; }
code { padding: .1em .3em; }
pre { padding: 1rem; overflow-x: auto; }
pre code { padding: 0; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .4rem .6rem; border-bottom: 1px solid #2a3346; }
`;

/** No program runs; a hash names the style. */
const POLICY =
  `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; img-src 'self'; ` +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const pageOf = (content: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Lisura events</title>
<style>${STYLE}</style>
</head>
<body>
<nav><a href="/api/docs/">The reference of the API</a> · <a href="/api/asyncapi.json">This as AsyncAPI</a></nav>
<main>
${content}
</main>
</body>
</html>
`;
