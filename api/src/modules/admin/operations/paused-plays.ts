import type { Tx } from '../../../platform/database/db.ts';
import { listPausedCases } from '../../games/cases/index.ts';
import { listPausedShots } from '../../games/events/index.ts';

/** Something that players cannot play, as an administrator sees it. */
export interface PausedPlay {
  /** `cases.<id>`, or `events.<id>.shoots.<price>`. */
  field: string;
  message: string;
  /** Of the case or the event. */
  name: string;
  /** What the case would pay back; null of shots. */
  theoreticalRtpPercent: string | null;
}

export async function listPausedPlays(tx: Tx): Promise<PausedPlay[]> {
  const [cases, shots] = [await listPausedCases(tx), await listPausedShots(tx)];
  return [
    ...cases.map(({ id, name, theoreticalRtpPercent }) => ({
      field: `cases.${id}`,
      message: `${name} would pay back ${theoreticalRtpPercent} percent`,
      name,
      theoreticalRtpPercent,
    })),
    ...shots.map(({ id, name, ticketPrice }) => ({
      field: `events.${id}.shoots.${ticketPrice}`,
      message: `shots for ${ticketPrice} tickets in ${name} would give more than the wagers behind them leave`,
      name,
      theoreticalRtpPercent: null,
    })),
  ];
}
