import { sha256Hex } from '../index.ts';
import { required } from './arguments.ts';
import type { Answer, Command } from './command.types.ts';
import { textFrom } from './given-json.ts';
import { PAGE_HELP } from './help.ts';
import type { Outside } from './outside.ts';

export const PAGE_COMMAND: readonly [name: string, command: Command] = [
  'page',
  { help: PAGE_HELP, valueOptions: ['server', 'page'], run: runPage },
];

/** Compares the page of a server, or a saved file, with the page that this package was published with. */
async function runPage(values: ReadonlyMap<string, string>, outside: Outside): Promise<Answer> {
  const file = values.get('page');
  const page =
    file === undefined
      ? await textFrom(required(values, 'server'), '/api/verify/offline', outside)
      : await outside.readFile(file);
  const [hash, expected] = [sha256Hex(page), (await outside.readPageHash()).trim()];
  const isSame = hash === expected;
  const verdict = isSame ? 'VALID' : 'NOT VALID';
  return {
    json: { hash, expected, valid: isSame, verdict },
    lines: [
      `The page                  ${hash}`,
      `Published with this code  ${expected}`,
      ...(isSame
        ? []
        : [
            'ALARM: the page is another one: do not use it. If this package is old, compare with the newest one first.',
          ]),
      verdict,
    ],
    verdict,
  };
}
