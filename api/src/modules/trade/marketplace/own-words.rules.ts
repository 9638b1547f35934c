/** What is recorded of a purchase that was refused where the marketplace itself has said nothing that could be. */
export const OWN_WORDS = {
  noReason: 'No reason was given',
  notLetIn: 'The marketplace does not let us in',
  askedTooOften: 'The marketplace is asked too often',
  noMarketplace: 'There is no marketplace',
} as const;
