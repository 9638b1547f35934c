import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { sourcesIn } from './comments.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const isLeftOut = (name: string) => /^(?:node_modules|dist|\.git|\.data)$/.test(name);
const PAGES = globSync('**/*.md', { cwd: ROOT, exclude: (entry) => isLeftOut(path.basename(entry)) });

const withoutCode = (page: string) => page.replaceAll(/^ *```[\s\S]*?^ *```$/gm, '').replaceAll(/`[^`\n]*`/g, '');

/** GitHub names a heading so. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');
const anchorsOf = (page: string) => {
  const headings = page.replaceAll(/^ *```[\s\S]*?^ *```$/gm, '').matchAll(/^#+ (?<heading>.+)$/gm);
  return [...headings].map(({ groups }) => anchorOf(groups?.heading ?? ''));
};

function brokenLinks(file: string, page: string): string[] {
  const links = [...withoutCode(page).matchAll(/\]\((?<link>[^)\s]+)\)/g)].map(({ groups }) => groups?.link ?? '');
  return links.filter((link) => {
    if (/^(?:https?:|mailto:|\/)/.test(link)) return false;
    const [target = '', anchor] = link.split('#');
    const place = path.join(path.dirname(file), target);
    if (!existsSync(path.join(ROOT, place))) return true;
    return anchor !== undefined && !anchorsOf(target === '' ? page : read(place)).includes(anchor);
  });
}

test('every relative link of a page leads to a file and to a heading in it', () => {
  assert.ok(PAGES.length > 30);
  assert.deepEqual(
    PAGES.flatMap((file) => brokenLinks(file, read(file)).map((link) => `${file}: ${link}`)),
    [],
  );
});

test('a link to a missing file or heading is found', () => {
  const page = '# A title\n\n[a](b.md) [c](#a-title) [d](#an-end) [e](README.md#no-such) [f](README.md)';
  assert.deepEqual(brokenLinks('x.md', page), ['b.md', '#an-end', 'README.md#no-such']);
});

test('every page of docs/ that a source names is there', () => {
  const named = [...sourcesIn(ROOT, '', new Set())].flatMap((file) =>
    [...read(file).matchAll(/docs\/[\w/-]+\.md/g)].map(([page]) => ({ file, page })),
  );
  assert.ok(named.length > 20);
  assert.deepEqual(
    named.filter(({ page }) => !existsSync(path.join(ROOT, page))),
    [],
  );
});
