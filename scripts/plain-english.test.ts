import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import '../api/src/app/app.ts';
import { allErrors } from '../api/src/platform/errors.ts';
import { readApiDocument } from './api-document.ts';
import { COMMENT_BOUNDS, LONG_COMMENT } from './comment-bounds.ts';
import { commentsOf, readComments, sourcesIn, wordsOf } from './comments.ts';

/** A summary begins with one of these verbs, which says what the caller does. A new verb is added here. */
const VERBS = new Set(
  `Accept Acknowledge Add Adjust Approve Archive Ban Begin Buy Calculate Cancel Change Check Claim Clear Close Compare
  Complete Compute Confirm Copy Count Create Credit Decide Decline Disable Download Draw Edit Enable End Fill Find
  Generate Get Join Let Lift List Log Make Mark Notify Offer Open Pause Preview Prove Publish Quote Read Receive Record
  Redirect Refresh Refuse Reject Remove Report Request Reset Resolve Restrict Resume Search Sell Set Shoot Swap Take
  Update Upgrade Verify Withdraw`.split(/\s+/),
);

const DIALECT: readonly (readonly [RegExp, string])[] = [
  [/(?:^|[.;] )(?:Who|What|who|what) \w+/, 'name the person or the thing: "The buyer", "Stakes"'],
  [/\b(?:for|by|of|from|with|to) (?:who|what) (?:is|was|has|had|are|were|did|[a-z]+s|[a-z]+ed)\b/, 'name it'],
  [/\bwhoever\b/i, 'name the person or the thing'],
  [/\b(?:nobody|somebody)['’]s\b/i, 'name the owner'],
  [/\bof (?:whom|what)\b/i, 'name the person or the thing'],
  [/^Of (?!(?:all|both|two|several|equal)\b)/, 'say whose: "Id of the case"'],
  [/^As (?:it|they|he|that) (?:is|are)\b/, 'name it: "Display name"'],
  [/\bbears\b/, 'say pays'],
];

const faultOf = (text: string) => DIALECT.find(([pattern]) => pattern.test(text))?.[1] ?? null;

/** Every text under `description` or `x-fault`, with where it stands. */
function* descriptionsOf(value: unknown, place: string): Generator<readonly [string, string]> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, part] of Object.entries(value)) {
    if (key === 'example' || key === 'examples') continue;
    if (typeof part === 'string') {
      if (key === 'description' || key === 'x-fault') yield [place, part];
    } else yield* descriptionsOf(part, `${place}/${key}`);
  }
}

test('every summary of the API begins with a verb', async () => {
  const { paths } = await readApiDocument();
  const summaries = Object.values(paths).flatMap((methods) => Object.values(methods).map(({ summary }) => summary));
  assert.ok(summaries.length > 200);
  assert.deepEqual(
    summaries.filter((summary) => !VERBS.has(summary.split(' ', 1)[0] ?? '') || summary.endsWith('.')),
    [],
  );
});

test('descriptions of the API are in plain English', async () => {
  const descriptions = [...descriptionsOf(await readApiDocument(), '')];
  assert.ok(descriptions.length > 2_000);
  const faults = new Map(
    descriptions.filter(([, text]) => faultOf(text) !== null).map(([place, text]) => [text, place]),
  );
  assert.deepEqual(
    [...faults].map(([text, place]) => `${place}: ${text} (${faultOf(text)})`),
    [],
  );
});

test('the meanings of errors are in plain English', () => {
  const meanings = allErrors().map(({ meaning }) => meaning);
  assert.deepEqual(
    meanings.filter((meaning) => faultOf(meaning) !== null),
    [],
  );
});

/** In comments "who" and "what" often stand for a person or a thing after a comma, too. */
const HEADLESS =
  /(?:[,;:] |\b(?:at|and|or|but|than|as) )(?:who|what) (?:is|was|has|had|are|were|does|did|can|may|[a-z]+s|[a-z]+ed)\b/;
const isDialect = (comment: string) => !comment.includes('?') && (faultOf(comment) !== null || HEADLESS.test(comment));

const ROOT = path.resolve(import.meta.dirname, '..');
const BOUNDED = Object.keys(COMMENT_BOUNDS);

const REMEDIES = {
  dialect:
    'Write the new comment as a sentence that names the person or the thing: not "who has won" but "the winner", ' +
    'not "nobody\'s" but "without an owner".',
  long: `A comment has at most ${LONG_COMMENT} words: keep the reason, and move a longer story to docs/.`,
  words: 'Delete comments that repeat a name or the code, and keep those that say why.',
};

for (const [folder, bounds] of Object.entries(COMMENT_BOUNDS)) {
  test(`the comments of ${folder} stay within their bounds`, (t) => {
    const { comments, lines } = readComments(ROOT, folder, BOUNDED);
    const dialect = comments.filter(({ text }) => isDialect(text));
    const long = comments.filter(({ text }) => wordsOf(text) > LONG_COMMENT);
    const words = comments.reduce((sum, { text }) => sum + wordsOf(text), 0);
    const found = { dialect: dialect.length, long: long.length, words: Math.ceil((100 * words) / lines) };
    t.diagnostic(`has ${JSON.stringify(found)}, may have ${JSON.stringify(bounds)}`);
    for (const [measure, examples] of [
      ['dialect', dialect],
      ['long', long],
      ['words', []],
    ] as const) {
      const list = examples.slice(-20).map(({ place, text }) => `\n  ${place}: ${text.slice(0, 100)}`);
      assert.ok(
        found[measure] <= bounds[measure],
        `${folder} has ${found[measure]} of "${measure}" and may have ${bounds[measure]}. ${REMEDIES[measure]} ` +
          `The bounds in scripts/comment-bounds.ts are only ever lowered.${list.join('')}`,
      );
    }
  });
}

test('every source of the project counts for one folder', () => {
  assert.deepEqual([...sourcesIn(ROOT, '', new Set(BOUNDED))], []);
});

test('comments are found in each of their forms', () => {
  const code = [
    '/** One',
    ' * block. */',
    '// Two',
    '// lines',
    'const a = 1; // after code',
    "const b = '// no comment';",
    '// biome-ignore lint: a directive',
  ];
  assert.deepEqual(
    commentsOf(code.join('\n'), 'a.ts').map(({ place, text }) => `${place} ${text}`),
    ['a.ts:1 One block.', 'a.ts:3 Two lines', 'a.ts:5 after code'],
  );
});

test('the patterns find the dialect, and leave plain sentences alone', () => {
  for (const text of [
    'Who has won by it',
    'It is done; what is staked goes',
    'Of the case',
    'It is nobody’s',
    'As it is shown',
  ])
    assert.ok(faultOf(text), text);
  for (const text of ['The user who ended it', 'Stakes', 'Id of the case', 'The answer says which cases give it'])
    assert.equal(faultOf(text), null, text);
  assert.ok(isDialect('The stakes, what is left of them'));
  assert.ok(!isDialect('Says who has won') && !isDialect('Is this what was played?'));
});
