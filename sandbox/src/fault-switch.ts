const DEFAULT_DELAY_MS = 3000;

/** What is wrong with a stand-in at present, as its control endpoint sets it. */
export interface FaultSetting<Fault extends string> {
  fault: Fault | 'none';
  /** How many more requests it strikes; without it, all until the next setting. */
  times?: number;
  /** How long a slow answer takes. */
  delayMs?: number;
}

export interface FaultSwitch<Fault extends string> {
  set(setting: FaultSetting<Fault>): void;
  /** The fault that strikes this request. Counts it. */
  strike(): { fault: Fault | 'none'; delayMs: number };
  state(): { fault: Fault | 'none'; timesLeft: number | null; delayMs: number };
}

/** The schema of a fault setting, for the properties of a control's body. */
export function faultProperties(faults: readonly string[]): object {
  return {
    fault: { type: 'string', enum: ['none', ...faults] },
    times: { type: 'integer', minimum: 1, maximum: 1_000_000 },
    delayMs: { type: 'integer', minimum: 0, maximum: 600_000 },
  };
}

export function createFaultSwitch<Fault extends string>(): FaultSwitch<Fault> {
  let fault: Fault | 'none' = 'none';
  let timesLeft: number | null = null;
  let delayMs = DEFAULT_DELAY_MS;

  function set(setting: FaultSetting<Fault>): void {
    fault = setting.fault;
    timesLeft = setting.fault === 'none' ? null : (setting.times ?? null);
    delayMs = setting.delayMs ?? DEFAULT_DELAY_MS;
  }

  return {
    set,
    strike() {
      const struck = { fault, delayMs };
      if (timesLeft !== null) timesLeft -= 1;
      if (timesLeft === 0) set({ fault: 'none' });
      return struck;
    },
    state: () => ({ fault, timesLeft, delayMs }),
  };
}
