/** A machine that is busy with tests is no fault: limits of ours that a test is not about are so many times longer. */
export const PATIENCE = 30;

/** Only a hang meets it, however slow the machine. */
export const HANG_MS = 120_000;
