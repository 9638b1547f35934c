/** What no clock of a bank says is none, and some of it no database can hold. */
export const isPlausibleTime = (moment: Date): boolean =>
  moment.getTime() >= Date.UTC(2020, 0) && moment.getTime() < Date.UTC(2120, 0);
