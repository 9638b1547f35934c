import { createHash } from 'node:crypto';

/** Picks from lists in a way that is the same for an id on every machine and at every start. */
export function chooserFor(id: string, purpose: string): <T>(choices: readonly T[]) => T {
  const digest = createHash('sha256').update(`${purpose}:${id}`).digest();
  let position = 0;
  return (choices) => {
    const number = digest.readUInt16BE(position);
    position += 2;
    return choices[number % choices.length] as (typeof choices)[0];
  };
}
