import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { socketEvents } from '../api/src/app/modules.ts';
import { asyncApiDocument } from '../api/src/platform/realtime/reference/async-api.ts';
import { EVENT_TYPES_FILE, socketEventTypes } from './socket-event-types.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const document = asyncApiDocument(socketEvents, { version: '1.0.0', url: 'http://localhost:3000' });

let folder: string;
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lisura-event-types-'));
  await writeFile(path.join(folder, 'types.ts'), socketEventTypes(document));
});
after(() => rm(folder, { recursive: true }));

async function complaintsOf(program: string): Promise<string[]> {
  const file = path.join(folder, 'program.ts');
  const imports = "import type { ClientToServerEvents, ServerToClientEvents } from './types.ts';";
  const payload = 'type Payload<Name extends keyof ServerToClientEvents> = Parameters<ServerToClientEvents[Name]>[0];';
  await writeFile(file, `${imports}\n${payload}\n${program}\nexport type { ClientToServerEvents, Payload };\n`);
  const tsc = path.join(ROOT, 'node_modules/.bin/tsc');
  const options = [
    '--noEmit',
    '--strict',
    '--exactOptionalPropertyTypes',
    '--allowImportingTsExtensions',
    '--types',
    '',
  ];
  const { stdout } = await promisify(execFile)(tsc, [...options, '--ignoreConfig', file], { cwd: folder }).catch(
    (error: { stdout: string }) => error,
  );
  return stdout.split('\n').filter((line) => line.includes('error'));
}

const examples = () =>
  [...socketEvents].map(([name, { event }]) => {
    const [example] = (event.payload as { examples?: unknown[] }).examples ?? [];
    return { name, example: JSON.stringify(example) };
  });

test('the example of every event has the type of its payload', async () => {
  const program = examples().map(
    ({ name, example }, index) => `export const e${index}: Payload<'${name}'> = ${example};`,
  );
  assert.ok(program.length > 0);
  assert.deepEqual(await complaintsOf(program.join('\n')), []);
});

test('a payload of another event, an unknown event and a wrong answer do not compile', async () => {
  const complaints = await complaintsOf(`
    export const one: Payload<'balance:updated'> = { balanceCents: 7 };
    export type Two = Payload<'balance:lost'>;
    export const three: ClientToServerEvents['subscribe'] = (room: number) => {};
    export const four: Parameters<ClientToServerEvents['subscribe']>[1] = (answer) => { if (answer.ok) answer.code; };`);
  assert.equal(complaints.length, 4, complaints.join('\n'));
});

test('two payloads of one name are refused', () => {
  const { messages, ...components } = document.components;
  const titled = Object.entries(messages).map(([key, message], index) => {
    const payload = { ...message.payload, title: 'Same', description: String(index) };
    return [key, { ...message, payload }];
  });
  const broken = { ...document, components: { ...components, messages: Object.fromEntries(titled) } };
  assert.throws(() => socketEventTypes(broken), /Two payloads are named Same/);
});

test('the types of the web app are what the events say', async () => {
  const committed = await readFile(EVENT_TYPES_FILE, 'utf8');
  assert.equal(committed, socketEventTypes(document), 'run `npm run docs` and commit web/src/data/generated');
});
