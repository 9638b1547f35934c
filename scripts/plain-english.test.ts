import assert from 'node:assert/strict';
import { test } from 'node:test';
import '../api/src/app/app.ts';
import { allErrors } from '../api/src/platform/errors.ts';
import { readApiDocument } from './api-document.ts';

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
  [/^Of (?!all\b|both\b)/, 'say whose: "Id of the case"'],
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
});
