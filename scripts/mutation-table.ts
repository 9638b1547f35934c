import { stripTypeScriptTypes } from 'node:module';

/** A fault that is put into the code on purpose, and the test that must notice it. */
export interface Mutation {
  file: string;
  replaced: string;
  /** It is empty where the text is only taken away. */
  by: string;
  test: string;
}

/** The text of the file with the fault in it. Throws where there is no such text, several, or what comes out is no program. */
export function mutated(text: string, { file, replaced, by }: Mutation): string {
  const places = text.split(replaced).length - 1;
  if (places !== 1) throw new Error(`${file} has this ${places} times, and must have it once: ${replaced}`);
  const changed = text.split(replaced).join(by);
  stripTypeScriptTypes(changed);
  return changed;
}
