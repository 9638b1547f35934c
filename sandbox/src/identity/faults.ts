const FAULTS = ['none', 'time-out', 'invalid', 'server-error', 'malformed', 'redirect', 'slow'] as const;
const DEFAULT_DELAY_MS = 3000;

type Fault = (typeof FAULTS)[number];

/** What is wrong with the provider at present, as the control endpoint sets it. */
export interface FaultSetting {
  fault: Fault;
  /** How many more checks it strikes; without it, all until the next setting. */
  times?: number;
  /** How long a slow answer takes. */
  delayMs?: number;
}

export const faultSettingSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['fault'],
  properties: {
    fault: { type: 'string', enum: FAULTS },
    times: { type: 'integer', minimum: 1, maximum: 1_000_000 },
    delayMs: { type: 'integer', minimum: 0, maximum: 600_000 },
  },
} as const;

export interface FaultSwitch {
  set(setting: FaultSetting): void;
  /** The fault that strikes this check. Counts it. */
  strike(): { fault: Fault; delayMs: number };
  state(): { fault: Fault; timesLeft: number | null; delayMs: number };
}

export function createFaultSwitch(): FaultSwitch {
  let fault: Fault = 'none';
  let timesLeft: number | null = null;
  let delayMs = DEFAULT_DELAY_MS;

  function set(setting: FaultSetting): void {
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
