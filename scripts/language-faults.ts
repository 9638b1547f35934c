import type { allErrors } from '../api/src/platform/errors.ts';
import { documentOf } from './document-texts.ts';
import { ENGLISH_KEY, type FoundText, isEnglish, isPortuguese } from './player-texts.ts';

type Errors = ReturnType<typeof allErrors>;

/** Finds texts for players that are neither Portuguese nor given by a document, and Portuguese among their English. */
export function languageFaults(errors: Errors, found: readonly FoundText[]): string[] {
  const said = found.filter(({ text }) => isSaid(text));
  const shown = said.filter(({ key }) => key !== ENGLISH_KEY);
  const told = shown.filter((each) => (isNotification(each) || isLine(each)) && saysAnything(each.text));
  const answers = [...textsOf(shown.filter(isDone)), ...textsOf(shown.filter(isPage)).flatMap(saidOnPage)];
  return [
    ...faultsOfErrors(errors),
    ...textsOf(told).filter((text) => !isFit(text)),
    ...answers.filter((text) => documentOf(text) === null && isEnglish(text)),
    ...textsOf(said.filter(({ key }) => key === ENGLISH_KEY)).filter(isPortuguese),
  ];
}

const faultsOfErrors = (errors: Errors): string[] =>
  errors
    .filter(({ reader }) => reader === 'player')
    .flatMap(({ code, texts }) =>
      texts()
        .filter((text) => !isFit(text))
        .map((text) => `${code}: ${text}`),
    );

const isNotification = ({ file, isNotification }: FoundText) =>
  isNotification || /(?:\.notifications|\/notifications\.rules)\.ts$/.test(file);
const isLine = ({ key, file, text }: FoundText) =>
  text.startsWith('Sold ') || (key !== null && /reason|^refused_by|^why$/i.test(key) && !/\.rules\.ts$/.test(file));
const isDone = ({ key, file }: FoundText) => key === 'message' && /\.routes\.ts$/.test(file);
const isPage = ({ text }: FoundText) => text.startsWith('<!doctype html>');

/** One word alone is a code, a status or a name. */
const isSaid = (text: string) => /\S\s+\S/.test(text);
const isFit = (text: string) => documentOf(text) !== null || isPortuguese(text);

const textsOf = (found: readonly FoundText[]) => [...new Set(found.map(({ text }) => text))];

/** Reads the texts between the tags of a page, and the sentences of its script. */
function saidOnPage(page: string): string[] {
  const script = /<script>(?<script>[\s\S]*)<\/script>/.exec(page)?.groups?.script ?? '';
  const rest = page.replaceAll(/<(?:script|style)>[\s\S]*?<\/(?:script|style)>/g, '');
  const between = [...rest.matchAll(/>(?<text>[^<>]*[a-zà-ú][^<>]*)</gi)].map(({ groups }) => groups?.text ?? '');
  const quoted = [...script.matchAll(/'(?<text>[A-ZÀ-Ú][^']* [^']*)'/g)].map(({ groups }) => groups?.text ?? '');
  return [...between, ...quoted].map((text) => text.trim()).filter((text) => text.includes(' '));
}

/** Not only names, numbers and amounts that are put in. */
const saysAnything = (text: string) => /\p{L}/u.test(text.replaceAll(/<[^>]*>/g, ''));
