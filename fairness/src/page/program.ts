import { isSigned } from '../beacon/signature.ts';
import { COMMANDS } from '../cli/commands.ts';
import { UsageError } from '../cli/usage-error.ts';

/** The commands of the command line stand behind a form. Input never leaves the page, which cannot send requests. */
const choice = document.querySelector('select') as HTMLSelectElement;
const form = document.querySelector('form') as HTMLFormElement;
const fields = document.querySelector('fieldset') as HTMLFieldSetElement;
const result = document.querySelector('output') as HTMLOutputElement;

const refuse = async () => {
  throw new Error('this page reads no files and asks no server; paste the text itself');
};
const nobody = {
  readFile: refuse,
  readFileIfAny: refuse,
  appendFile: refuse,
  fetch: refuse,
  readPageHash: refuse,
  loadSignatureCheck: async () => isSigned,
  now: () => new Date(),
};
interface Answer {
  lines: readonly string[];
  verdict: string;
}
type Run = (values: ReadonlyMap<string, string>, outside: typeof nobody) => Answer | Promise<Answer>;

for (const name of COMMANDS.keys()) choice.add(new Option(name));
choice.addEventListener('change', showFields);
form.addEventListener('submit', (event) => {
  event.preventDefault();
  check();
});
// A link may bring everything behind its #, which browsers send to nobody: #command=verify&server-seed=…
const given = new URLSearchParams(location.hash.slice(1));
choice.value = COMMANDS.has(given.get('command') ?? '') ? (given.get('command') as string) : 'verify';
showFields();
if (given.has('command')) check();

function showFields(): void {
  fields.replaceChildren(
    ...(COMMANDS.get(choice.value)?.valueOptions ?? []).map((name) => {
      // A list of tickets has lines, which a field of one line would lose.
      const input = document.createElement(name === 'tickets' ? 'textarea' : 'input');
      Object.assign(input, { name, value: given.get(name) ?? '' });
      input.autocomplete = 'off';
      input.spellcheck = false;
      const label = document.createElement('label');
      label.append(name.replaceAll('-', ' '), input);
      return label;
    }),
  );
  show('', '');
}

async function check(): Promise<void> {
  const run: Run | undefined = COMMANDS.get(choice.value)?.run;
  if (run === undefined) return;
  // As on the command line, only empty fields are left out; the client seed of a roll may be empty.
  const typed = [...new FormData(form)].map(([name, value]) => [name, String(value)] as const);
  const isRoll = ['roll', 'verify'].includes(choice.value);
  const values = new Map(typed.filter(([name, value]) => value !== '' || (isRoll && name === 'client-seed')));
  try {
    const { lines, verdict } = await run(values, nobody);
    show(verdict.toLowerCase().replace(' ', '-'), lines.join('\n'));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    show('fault', error.message.replaceAll('--', ''));
  }
}

function show(verdict: string, text: string): void {
  document.body.dataset.verdict = verdict;
  result.textContent = text;
}
