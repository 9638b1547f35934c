/** A field of the kind `datetime-local` takes a moment by the clock of this device, without seconds. */
export function toInput(time: string): string {
  const at = new Date(time);
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

export const toTime = (input: string): string => new Date(input).toISOString();
