/** What an opening may give: a number of the 10,000,000 rolls, and its value. They are all rolls together. */
interface Outcome {
  rolls: number;
  valueCents: number;
}

export interface PlayedCase {
  outcomes: readonly Outcome[];
  priceCents: number;
}
