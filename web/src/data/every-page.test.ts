import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from './api-error.ts';
import { everyPage, type ListPart } from './every-page.ts';

const ALL = Array.from({ length: 230 }, (_, place) => ({ id: String(1_000 - place) }));
const idOf = ({ id }: { id: string }) => id;
const { signal } = new AbortController();

/** Answers as the server does: what is older than `before`, newest first. */
const older = ({ limit, before }: ListPart) => {
  const found = ALL.filter(({ id }) => before === undefined || Number(id) < Number(before));
  return Promise.resolve({ data: found.slice(0, limit), meta: { total: found.length } });
};

test('all rows of a list that is walked come once each, a page at a time', async () => {
  const pages = await Array.fromAsync(everyPage(older, signal, idOf));
  assert.deepEqual(
    pages.map(({ data }) => data.length),
    [100, 100, 30],
  );
  assert.deepEqual(
    pages.flatMap(({ data }) => data),
    ALL,
  );
});

test('a limit of requests is waited for, and what else fails ends it', async () => {
  let asked = 0;
  const limited = (part: ListPart) => {
    asked += 1;
    if (asked !== 2) return older(part);
    return Promise.reject(new ApiError({ code: 'TOO_MANY_REQUESTS', status: 429, message: '', retryAfter: 0 }));
  };
  const pages = await Array.fromAsync(everyPage(limited, signal, idOf));
  assert.equal(pages.flatMap(({ data }) => data).length, ALL.length);
  assert.equal(asked, 4);
  const offline = new ApiError({ code: 'OFFLINE', status: 0, message: '' });
  await assert.rejects(Array.fromAsync(everyPage(() => Promise.reject(offline), signal, idOf)), offline);
  await assert.rejects(Array.fromAsync(everyPage(older, AbortSignal.abort(), idOf)), { name: 'AbortError' });
});
