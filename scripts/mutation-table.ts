import { stripTypeScriptTypes } from 'node:module';

/** A mutation is put into the code on purpose, and the named test must notice it. */
export interface Mutation {
  file: string;
  replaced: string;
  /** It is empty where the text is only taken away. */
  by: string;
  test: string;
}

/**
 * Returns the text of the file with the fault. Throws where the place is missing, there are several, or the result is
 * no program.
 */
export function mutated(text: string, { file, replaced, by }: Mutation): string {
  const places = text.split(replaced).length - 1;
  if (places !== 1) throw new Error(`${file} has this ${places} times, and must have it once: ${replaced}`);
  const changed = text.split(replaced).join(by);
  stripTypeScriptTypes(changed);
  return changed;
}
