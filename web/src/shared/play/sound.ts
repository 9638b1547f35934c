import { useSyncExternalStore } from 'react';

/** Sounds of the games, made by the browser itself. Off until somebody turns them on; the choice is kept. */
const KEPT = 'lisura:sound';
const watchers = new Set<() => void>();
let context: AudioContext | null = null;

export const isSoundOn = () => localStorage.getItem(KEPT) === 'on';

export function useSound(): { isOn: boolean; toggle: () => void } {
  const on = useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
    isSoundOn,
    () => false,
  );
  return {
    isOn: on,
    toggle: () => {
      localStorage.setItem(KEPT, on ? 'off' : 'on');
      for (const watcher of watchers) watcher();
    },
  };
}

export const playTick = (): void => playTone(880, 0.03, 0.04);

/** Something was won; the rarer, the higher. */
export function playWin(height = 1): void {
  for (const [place, pitch] of [523, 659, 784].entries()) playTone(pitch * height, 0.25, 0.08, place * 0.09);
}

function playTone(pitch: number, seconds: number, loudness: number, later = 0): void {
  if (!isSoundOn()) return;
  context ??= new AudioContext();
  const [oscillator, gain] = [context.createOscillator(), context.createGain()];
  const start = context.currentTime + later;
  oscillator.frequency.value = pitch;
  gain.gain.setValueAtTime(loudness, start);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + seconds);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(start);
  oscillator.stop(start + seconds);
}
