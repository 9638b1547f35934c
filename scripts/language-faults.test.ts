import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import '../api/src/app/app.ts';
import { allErrors, errorBody } from '../api/src/platform/errors.ts';
import { routeNotFound } from '../api/src/platform/http/http.errors.ts';
import { DOCUMENT_TEXTS, documentOf } from './document-texts.ts';
import { languageFaults } from './language-faults.ts';
import { isPortuguese, textsInCode, textsOf } from './player-texts.ts';

const found = await textsInCode();

test('what a player reads is Portuguese, or given by a document', () => {
  assert.deepEqual(languageFaults(allErrors(), found), []);
});

test('an English text that no document gives is found, wherever a player would read it', async () => {
  const error = (text: string) =>
    ({ code: 'X', status: 404, reader: 'player', texts: () => [text], paramNames: () => [], meaning: 'x' }) as const;
  assert.deepEqual(languageFaults([error('Gift not found'), error('Gift paused')], []), [
    'X: Gift not found',
    'X: Gift paused',
  ]);
  assert.deepEqual(languageFaults([error('Presente não encontrado.'), error('Withdrawal not found')], []), []);
  assert.deepEqual(languageFaults([{ ...error('Gift not found'), reader: 'administrator' }], []), []);
  const told = await textsOf(
    'gifts.notifications.ts',
    `const told = { title: 'Your gift', message: \`\${name} is yours\` };`,
  );
  assert.deepEqual(languageFaults([], told), ['Your gift', '<name> is yours']);
  const both = await textsOf(
    'gifts.notifications.ts',
    "const told = { title: 'Seu presente', en: { title: 'Your gift', message: 'Seu presente chegou' } };",
  );
  assert.deepEqual(languageFaults([], both), ['Seu presente chegou'], 'what is said in English is English');
  const line = await textsOf('open-gift.ts', `post(tx, { reason: \`Gift of the day \${day}\` });`);
  assert.deepEqual(languageFaults([], line), ['Gift of the day <day>']);
  const terse = await textsOf('undo-gift.ts', `post(tx, { reason: \`Undone gift: \${name}\` });`);
  assert.deepEqual(languageFaults([], terse), ['Undone gift: <name>'], 'also without a word that gives it away');
  const done = await textsOf('gifts.routes.ts', "reply.send({ message: 'The gift is open' });");
  assert.deepEqual(languageFaults([], done), ['The gift is open']);
});

test('what a document gives is said to the letter, and nothing is listed that nobody says', () => {
  assert.equal(documentOf('Item 5 is not available (status: SOLD)'), 'document 2');
  assert.equal(documentOf('Item 5 is not available'), null);
  const said = [...allErrors().flatMap(({ texts }) => texts()), ...found.map(({ text }) => text)];
  for (const text of Object.values(DOCUMENT_TEXTS).flat()) {
    const pattern = new RegExp(
      `^${text
        .split(/<[^>]+>/)
        .map((part) => RegExp.escape(part))
        .join('.+')}$`,
    );
    assert.ok(
      said.some((each) => pattern.test(each)),
      text,
    );
  }
});

test('a text that a document gives has Portuguese words of the web app', async () => {
  const source = await readFile(new URL('../web/src/shared/errors/error-texts.ts', import.meta.url), 'utf8');
  const portuguese = /^const ptBR: ErrorTexts = \{\n(.*?)^\};/ms.exec(source)?.[1] ?? '';
  const said = new Set(portuguese.match(/(?<=^ {2})[A-Z0-9_]+(?=:)/gm));
  const players = allErrors().filter(({ reader }) => reader === 'player');
  const given = players.filter(({ texts }) => documentOf(texts()[0] ?? '') !== null).map(({ code }) => code);
  assert.ok(given.length > 30 && given.length < players.length);
  assert.deepEqual(
    given.filter((code) => !said.has(code)),
    [],
  );
});

test('a day of São Paulo is no Portuguese', () => {
  assert.ok(!isPortuguese('since midnight in São Paulo'));
  assert.ok(isPortuguese('desde a meia-noite de São Paulo'));
});

test('notifications are found in every file that makes them', async () => {
  const unseen: string[] = [];
  const root = new URL('../api/src/modules/', import.meta.url).pathname;
  for await (const file of glob('**/*.ts', { cwd: root })) {
    if (/test|schemas|notifications/.test(file)) continue;
    const source = await readFile(root + file, 'utf8');
    const isFound = found.some((each) => each.isNotification && each.file === `modules/${file}`);
    if (/title:[\s\S]{0,400}?metadata:/.test(source) && !isFound) unseen.push(file);
  }
  assert.deepEqual(unseen, [], 'a notification has title, message and en in one object');
});

test('every answer that is not a success has a code, since nothing else makes one', async () => {
  assert.deepEqual(errorBody(routeNotFound('GET', '/x')), {
    statusCode: 404,
    message: 'Rota inexistente: GET /x',
    code: 'ROUTE_NOT_FOUND',
    params: { method: 'GET', path: '/x' },
  });
  const makers: string[] = [];
  const root = new URL('../api/src/', import.meta.url).pathname;
  for await (const file of glob('**/*.ts', { cwd: root })) {
    if (/test/.test(file)) continue;
    if (/statusCode: [45]\d\d, message|\.code\((?:4|5)\d\d\)\s*\.send\(\{/.test(await readFile(root + file, 'utf8')))
      makers.push(file);
  }
  assert.deepEqual(makers, ['platform/http/error-answers.ts', 'platform/http/openapi/openapi.ts']);
});
