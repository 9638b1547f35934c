/** Compares both sides for the viewer, who gains where `differenceCents` is above 0. */
export interface Comparison {
  isOwn: boolean;
  differenceCents: bigint;
  /** The viewer would give this part of both values, from 0 to 1. */
  givenShare: number;
}

export function compareFor(
  viewerId: string | null,
  swap: { creator: { id: string }; offeredValueCents: string; askedValueCents: string },
): Comparison {
  const isOwn = swap.creator.id === viewerId;
  const [offered, asked] = [BigInt(swap.offeredValueCents), BigInt(swap.askedValueCents)];
  const [given, received] = isOwn ? [offered, asked] : [asked, offered];
  const both = Number(given + received);
  return { isOwn, differenceCents: received - given, givenShare: both === 0 ? 0.5 : Number(given) / both };
}
