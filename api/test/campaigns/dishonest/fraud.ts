import type { House } from './house.ts';

export interface Notice {
  command: string;
  verdict: 'NOT VALID' | 'NOT CHECKED';
  words: RegExp;
}

export interface Fraud {
  name: string;
  deed: string;
  notices: readonly Notice[];
  /**
   * Lets a player play while a dishonest house cheats. Returns the arguments of the player's commands, one list for
   * each notice. Deferred work happens once these commands have run.
   */
  play(house: House, isDishonest: boolean, end: AsyncDisposableStack): Promise<readonly (readonly string[])[]>;
}

export interface Trial {
  fraud: Fraud;
  /** Says why a fraud is not noticed, or an honest house is accused; empty where all is well. */
  faults: string[];
}

/** Each command must find an honest house valid, and the same house with the fraud as the notice says. */
export async function tryFraud(house: House, fraud: Fraud): Promise<Trial> {
  const faults = [...(await tryOnce(house, fraud, false)), ...(await tryOnce(house, fraud, true))];
  return { fraud, faults };
}

async function tryOnce(house: House, { notices, play }: Fraud, isDishonest: boolean): Promise<string[]> {
  const who = isDishonest ? 'the fraud' : 'an honest house';
  const end = new AsyncDisposableStack();
  try {
    house.setFront(null);
    const commands = await play(house, isDishonest, end);
    const answers = await Promise.all(commands.map((args) => house.verify(args)));
    return notices.flatMap(({ command, verdict, words }, index) => {
      const answer = answers[index] ?? { verdict: '', output: 'it was not run' };
      const expected = isDishonest ? verdict : 'VALID';
      const isRight = answer.verdict === expected && (!isDishonest || words.test(answer.output));
      return isRight ? [] : [`${who} by ${command}: not ${expected}\n${answer.output}`];
    });
  } catch (error) {
    return [`${who}: ${error instanceof Error ? error.stack : error}`];
  } finally {
    await end.disposeAsync();
  }
}
