/** An outcome is a number of the 10,000,000 rolls and its value; together they are all rolls. */
interface Outcome {
  rolls: number;
  valueCents: number;
}

export interface PlayedCase {
  outcomes: readonly Outcome[];
  priceCents: number;
}
