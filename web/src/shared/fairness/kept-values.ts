/**
 * All tabs of this browser share these values. Where it stores nothing, as in some private windows, the tab keeps them.
 */
const ofTab = new Map<string, string>();

export function readKept<Value>(name: string, otherwise: Value): Value {
  const text = ofTab.get(name) ?? stored(name);
  if (text === null) return otherwise;
  try {
    return JSON.parse(text) as Value;
  } catch {
    return otherwise;
  }
}

function stored(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

export function writeKept(name: string, value: unknown): void {
  const text = JSON.stringify(value);
  try {
    localStorage.setItem(name, text);
    ofTab.delete(name);
  } catch {
    ofTab.set(name, text);
  }
}

/** Tabs take turns where the browser has locks; each turn is short and waits for nothing. */
export async function underLock<Result>(name: string, work: () => Result): Promise<Result> {
  // Browsers have none where the page does not come by HTTPS.
  const { locks } = navigator as {
    locks?: { request<Value>(name: string, work: () => Promise<Value>): Promise<Value> };
  };
  return locks === undefined ? work() : await locks.request(name, async () => work());
}
