import type { allErrors } from '../api/src/platform/errors.ts';
import { documentOf } from './document-texts.ts';
import { ENGLISH_KEY, type FoundText, isEnglish, isPortuguese } from './player-texts.ts';

type Errors = ReturnType<typeof allErrors>;

const OURS = 'ours';

export function textsPage(errors: Errors, found: readonly FoundText[]): string {
  const { notifications, inEnglish, statement, answers, pages, faults } = sortedTexts(errors, found);
  return `<!-- Made by \`npm run docs\` from the code. Do not edit it by hand. -->

# Texts that players read

A text is Portuguese unless one of the product's documents gives it: then it stays to the letter ([decision
35](decisions/0035-language.md)). A client that speaks another language goes by \`code\`, and by the \`type\` of a line of
the statement; notifications are in English, too. What stands in angle brackets is put in.

## Errors

As \`message\` of an answer that is not a success, and as \`error\` of a refused subscription. Codes that administrators
alone meet are in [errors.md](errors.md).

| Code | Status | Text | Whose |
| --- | --- | --- | --- |
${errorRows(errors).join('\n')}

## Faults of fields and parts of errors

In \`errors\` of an answer, or within a text above. Faults that a schema finds are English (\`must be at most 100\`), for who
writes the client.

${table(faults)}

## Notifications

Titles and messages, and the parts that they are made of.

${table(notifications)}

The same in English, as \`en\` of their \`metadata\`. A failed withdrawal has no metadata by document 3: who speaks English
goes by its \`type\`.

${table(inEnglish)}

## Lines of the statement, and reasons

\`reason\` of \`GET /payment/transactions\`, of withdrawals that failed and of the events that tell so.

${table(statement)}

## Other answers

Where something was done, and where an item comes from (\`acquiredFrom\`).

${table(answers)}

## Pages

Those of the login, which the API shows itself.

${table(pages)}
`;
}

const readByPlayers = (errors: Errors) => errors.filter(({ reader }) => reader === 'player');

const errorRows = (errors: Errors) =>
  readByPlayers(errors).map(({ code, status, texts }) => {
    const all = texts();
    return `| \`${code}\` | ${status} | ${all.map(cell).join('<br>')} | ${documentOf(all[0] ?? '') ?? OURS} |`;
  });

const table = (texts: readonly string[]) =>
  ['| Text | Whose |', '| --- | --- |', ...texts.map((text) => `| ${cell(text)} | ${documentOf(text) ?? OURS} |`)].join(
    '\n',
  );

const cell = (text: string) =>
  text.trim().replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\n', ' ');

const isNotification = ({ file, isNotification }: FoundText) =>
  isNotification || /(?:\.notifications|\/notifications\.rules)\.ts$/.test(file);
const isLine = ({ key, file, text }: FoundText) =>
  text.startsWith('Sold ') || (key !== null && /reason|^refused_by|^why$/i.test(key) && !/\.rules\.ts$/.test(file));
const isDone = ({ key, file }: FoundText) => key === 'message' && /\.routes\.ts$/.test(file);
const isPage = ({ text }: FoundText) => text.startsWith('<!doctype html>');
const isError = ({ file }: FoundText) => /\.errors\.ts$/.test(file);

/** One word alone is a code, a status or a name; a text has at least two. */
const isSaid = ({ text }: FoundText) => /\S\s+\S/.test(text);
const isFit = (text: string) => documentOf(text) !== null || isPortuguese(text);

function sortedTexts(errors: Errors, found: readonly FoundText[]) {
  const defined = new Set(readByPlayers(errors).flatMap(({ texts }) => texts()));
  const said = found.filter((each) => isSaid(each) && !defined.has(each.text));
  const shown = said.filter(({ key }) => key !== ENGLISH_KEY);
  const isFault = (each: FoundText) => isFit(each.text) && (isError(each) || /^(?:deve|precisa|a|o) /.test(each.text));
  const isNamed = (each: FoundText) => isNotification(each) || isLine(each) || isDone(each) || isPage(each);
  const faults = shown.filter((each) => !isNamed(each) && isFault(each));
  const answers = shown.filter((each) => !isNamed(each) && !isFault(each) && isFit(each.text));
  return {
    notifications: textsOf(shown.filter(isNotification)),
    inEnglish: textsOf(said.filter(({ key }) => key === ENGLISH_KEY)),
    statement: textsOf(shown.filter((each) => isLine(each) && !isNotification(each))),
    answers: textsOf([...shown.filter(isDone), ...answers]),
    faults: textsOf(faults),
    pages: textsOf(shown.filter(isPage)).flatMap(saidOnPage),
  };
}

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

/**
 * Finds texts for players that are not Portuguese although no document gives them, and English ones that are
 * Portuguese.
 */
export function languageFaults(errors: Errors, found: readonly FoundText[]): string[] {
  const { notifications, inEnglish, statement, answers, pages, faults } = sortedTexts(errors, found);
  const ofErrors = readByPlayers(errors).flatMap(({ code, texts }) =>
    texts()
      .filter((text) => !isFit(text))
      .map((text) => `${code}: ${text}`),
  );
  const shown = [...notifications, ...statement].filter((text) => saysAnything(text) && !isFit(text));
  const others = [...answers, ...pages, ...faults].filter((text) => documentOf(text) === null && isEnglish(text));
  return [...ofErrors, ...shown, ...others, ...inEnglish.filter(isPortuguese)];
}
