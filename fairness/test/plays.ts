/** These look like answers of the platform, but nobody rolled them, so they suit readers and not verifiers. */
const ROLL = {
  id: '7',
  nonce: 1,
  serverSeed: 'a'.repeat(64),
  serverSeedHash: 'b'.repeat(64),
  clientSeed: 'mine',
  clientSeedSource: 'REQUEST',
  roll: 5,
  item: { id: '9' },
  chancePercent: '50.0000',
};

export const OPENING = { ...ROLL, caseId: '5', versionNumber: 1, isFlip: false };
export const SHOT = { ...ROLL, eventId: '3', ticketPrice: 250 };
