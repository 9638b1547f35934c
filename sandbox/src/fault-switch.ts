const DEFAULT_DELAY_MS = 3000;

/** The control endpoint of a stand-in sets its present fault. */
export interface FaultSetting<Fault extends string> {
  fault: Fault | 'none';
  times?: number;
  delayMs?: number;
}

export interface FaultSwitch<Fault extends string> {
  set(setting: FaultSetting<Fault>): void;
  strike(): { fault: Fault | 'none'; delayMs: number };
  state(): { fault: Fault | 'none'; timesLeft: number | null; delayMs: number };
}

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
