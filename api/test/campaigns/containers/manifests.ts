import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseAllDocuments } from 'yaml';
import { command } from './tools.ts';

const OPS = path.resolve(import.meta.dirname, '../../../../ops');
const OVERLAYS = ['production', 'staging'] as const;
/** Values in the names of which these words stand are secrets. */
const SECRET_NAME = /PASSWORD|SECRET|_KEY|TOKEN/;

/** Lists what Compose's own program says of the file, and values of secrets that stand in it. */
export async function faultsOfCompose(folder: string): Promise<string[]> {
  const file = path.join(OPS, 'compose/compose.yaml');
  // Compose refuses a file whose settings are missing: these stand for the operator's.
  await writeFile(path.join(folder, 'lisura.env'), 'PUBLIC_URL=https://lisura.example\n');
  await writeFile(path.join(folder, '.env'), 'POSTGRES_PASSWORD=from-the-environment\n');
  // Debian's Compose is older than the line with the project's name.
  await writeFile(path.join(folder, 'compose.yaml'), (await readFile(file, 'utf8')).replace(/^name: .*\n/m, ''));
  const whole = await failureOf(() => command('docker-compose', ['--file', 'compose.yaml', 'config'], folder));
  await writeFile(path.join(folder, '.env'), '');
  const without = await failureOf(() => command('docker-compose', ['--file', 'compose.yaml', 'config'], folder));
  return [
    ...(whole === null ? [] : [whole]),
    ...(without?.includes('POSTGRES_PASSWORD') === true ? [] : ['it starts without a password of the database']),
    ...writtenSecrets(await readFile(file, 'utf8')),
  ];
}

/** The schemas of Kubernetes, in a package that is too large to come with every `npm ci`. They pass unknown names. */
const SCHEMAS = 'kubernetes-models';
export const SCHEMAS_COMMAND = `npm install --no-save ${SCHEMAS}@4.5.1`;

interface Manifest {
  apiVersion: string;
  kind: string;
}
type Model = new (manifest: Manifest) => { validate(): void };

export const hasSchemas = () =>
  import(SCHEMAS).then(
    () => true,
    () => false,
  );

/** Lists what is wrong with the manifests of both overlays: their build, their schemas, and secrets that they hold. */
export async function faultsOfKubernetes(): Promise<{ checked: number; faults: string[] }> {
  const faults: string[] = [];
  let checked = 0;
  for (const overlay of OVERLAYS) {
    const built = await command('kubectl', ['kustomize', path.join(OPS, 'kubernetes/overlays', overlay)]);
    faults.push(...writtenSecrets(built).map((name) => `${overlay} writes ${name} down`));
    for (const document of parseAllDocuments(built)) {
      const manifest = document.toJS() as Manifest;
      const name = `${overlay}: ${manifest.kind}`;
      if (manifest.kind === 'Secret') faults.push(`${name} lies in a file`);
      const failure = await failureOf(async () => new (await modelOf(manifest))(manifest).validate());
      if (failure !== null) faults.push(`${name}: ${failure}`);
      checked += 1;
    }
  }
  return { checked, faults };
}

async function modelOf({ apiVersion, kind }: Manifest): Promise<Model> {
  const models = (await import(`${SCHEMAS}/${apiVersion}/${kind}`)) as Record<string, Model>;
  const model = models[kind];
  if (model === undefined) throw new Error(`${apiVersion} has no ${kind}`);
  return model;
}

/** A reference such as `${POSTGRES_PASSWORD}` is none. */
const writtenSecrets = (text: string) =>
  [...text.matchAll(/^\s*-?\s*"?(\w+)"?\s*[:=]\s*(?!\$\{)\S+/gm)]
    .map(([, name]) => name ?? '')
    .filter((name) => SECRET_NAME.test(name));

const failureOf = (run: () => Promise<unknown>) =>
  run().then(
    () => null,
    (error: Error) => error.message,
  );
