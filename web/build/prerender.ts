import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Manifest } from 'vite';
import {
  BUILD_FOLDER,
  LANGUAGES_OF_PAGES,
  type LanguageOfPages,
  NONCE_PLACEHOLDER,
  PLAYER_PAGES,
  PRERENDERED_FILE,
  type PrerenderedPages,
} from '../served.ts';

/** That of `src/prerender.tsx`. */
type Prerender = (address: string, language: string, nonce: string) => Promise<string>;

const SESSION = '/auth/session';
const ROOT = '<div id="root"></div>';

/**
 * Draws each page for players as a visitor sees it before any data has come, in both languages: a telephone shows it long
 * before the program of the page has arrived. It is a picture, `inert` until the program takes its place.
 */
export async function prerenderPages(configFile: string): Promise<void> {
  const document = readFileSync(path.join(BUILD_FOLDER, 'index.html'), 'utf8');
  const prerender = await buildPrerender(configFile);
  const pages: PrerenderedPages = {};
  for (const [address, { program, asks = [], head }] of Object.entries(PLAYER_PAGES)) {
    const files = filesOf(`src/pages/${program}`, document);
    const styled = document.replace('</head>', `${files.styles.map(styleSheet).join('')}</head>`);
    const documents: Record<string, string> = {};
    for (const language of LANGUAGES_OF_PAGES) {
      const markup = await prerender(address.replace(/:\w+/g, '-'), language, NONCE_PLACEHOLDER);
      documents[language] = filled(head === undefined ? styled : named(styled, head), language, markup);
    }
    pages[address] = { documents, links: [...files.programs.map(moduleLink), ...[SESSION, ...asks].map(dataLink)] };
  }
  writeFileSync(path.join(BUILD_FOLDER, PRERENDERED_FILE), JSON.stringify(pages));
}

/** Inside the workspace, where it finds the packages that it needs. */
async function buildPrerender(configFile: string): Promise<Prerender> {
  const outDir = await mkdtemp(path.join(import.meta.dirname, '../.prerender-'));
  try {
    await build({
      configFile,
      logLevel: 'warn',
      build: { ssr: 'src/prerender.tsx', outDir, minify: false, rolldownOptions: { output: { codeSplitting: false } } },
    });
    const built: { prerender: Prerender } = await import(pathToFileURL(path.join(outDir, 'prerender.js')).href);
    return built.prerender;
  } finally {
    await rm(outDir, { recursive: true });
  }
}

const WITHOUT_PROGRAM: Readonly<Record<LanguageOfPages, string>> = {
  'pt-BR': 'Esta página só funciona com JavaScript. Ligue-o nas configurações do navegador.',
  en: 'This page works with JavaScript alone. Turn it on in the settings of your browser.',
};

/** React marks a part whose rendering failed by this; the browser draws it. */
const FAILED_PART = '<!--$!-->';

function filled(document: string, language: LanguageOfPages, markup: string): string {
  if (markup.includes(FAILED_PART)) throw new Error('a page needs a browser while it renders');
  const { body, styles } = withoutStyleAttributes(markup.replace(/<script\b.*?<\/script>/gs, ''));
  if (!document.includes(ROOT)) throw new Error(`index.html has no ${ROOT}`);
  return (
    document
      .replace('<html lang="pt-BR"', `<html lang="${language}"`)
      .replace(/<noscript.*?<\/noscript>/, () => `<noscript>${WITHOUT_PROGRAM[language]}</noscript>`)
      // The styles come first, so that the drawn page is shown at once.
      .replaceAll('<script type="module"', '<script type="module" fetchpriority="low"')
      .replace(ROOT, () => `<div id="root"><div inert>${styles}${body}</div></div>`)
  );
}

function named(document: string, { title, description }: { title: string; description: string }): string {
  return document
    .replace(/<title>[^<]*<\/title>/, () => `<title>${title}</title>`)
    .replace(/(<meta\s+name="description"\s+content=")[^"]*/, (_, before: string) => before + description);
}

/** The policy of a page refuses styles that stand in attributes: each becomes a rule of an element with the nonce. */
function withoutStyleAttributes(markup: string): { body: string; styles: string } {
  const rules = new Map<string, number>();
  const body = markup.replace(/ style="([^"]*)"/g, (_, rule: string) => {
    const number = rules.get(rule) ?? rules.size;
    rules.set(rule, number);
    return ` data-style="${number}"`;
  });
  const written = [...rules].map(([rule, number]) => `[data-style="${number}"]{${unescaped(rule)}}`).join('');
  return { body, styles: `<style nonce="${NONCE_PLACEHOLDER}">${written}</style>` };
}

const unescaped = (text: string) =>
  text.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&lt;', '<').replaceAll('&amp;', '&');

const styleSheet = (file: string) => `<link rel="stylesheet" crossorigin href="/${file}" nonce="${NONCE_PLACEHOLDER}">`;
const moduleLink = (file: string) => `</${file}>; rel=modulepreload; fetchpriority=low`;
const dataLink = (address: string) => `</api${address}>; rel=preload; as=fetch; crossorigin=anonymous`;

function filesOf(page: string, document: string): { programs: string[]; styles: string[] } {
  const manifest: Manifest = JSON.parse(readFileSync(path.join(BUILD_FOLDER, '.vite/manifest.json'), 'utf8'));
  const [programs, styles] = [new Set<string>(), new Set<string>()];
  const visit = (name: string) => {
    const chunk = manifest[name];
    // The file of the first page is named by the document itself.
    if (chunk === undefined || programs.has(chunk.file)) return;
    programs.add(chunk.file);
    for (const imported of chunk.imports ?? []) visit(imported);
    // They come after those of their parts, as the program would add them: of two rules of equal weight the later one
    // holds.
    for (const style of chunk.css ?? []) styles.add(style);
  };
  visit(page);
  const isOfPage = (file: string) => !document.includes(file);
  return { programs: [...programs].filter(isOfPage), styles: [...styles].filter(isOfPage) };
}
