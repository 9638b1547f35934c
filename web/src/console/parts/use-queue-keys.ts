import { useEffect, useEffectEvent, useRef } from 'react';

interface QueueKeys {
  keys: readonly string[];
  selectedKey: string | null;
  /** J and K move through the list, Enter opens its first row. */
  onSelect: (key: string) => void;
  onChoose?: (shortcut: 'a' | 'r') => void;
}

/** On what carries it, focus and presses turn the keys of a queue on again. */
export const QUEUE_LIST = { 'data-queue-list': true };
const FIELDS = 'input, textarea, select';

/**
 * Keys of a queue are letters, which mean something else in a field or a dialog. So they are off from the moment a
 * field has the focus, also after it lost it, until the operator opens or closes a row or is in the list again.
 */
export function useQueueKeys({ keys, selectedKey, onSelect, onChoose }: QueueKeys): void {
  const hasTyped = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: Another row is a new beginning.
  useEffect(() => {
    hasTyped.current = isField(document.activeElement);
  }, [selectedKey]);
  useEffect(() => {
    const followFocus = ({ target }: Event) => {
      if (isField(target)) hasTyped.current = true;
      else if (target instanceof Element && target.closest('[data-queue-list]') !== null) hasTyped.current = false;
    };
    addEventListener('focusin', followFocus);
    addEventListener('pointerdown', followFocus);
    return () => {
      removeEventListener('focusin', followFocus);
      removeEventListener('pointerdown', followFocus);
    };
  }, []);
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (hasTyped.current || isForSomethingElse(event)) return;
    const key = event.key.toLowerCase();
    const next = nextKeyOf(key, keys, selectedKey);
    if (next !== null) {
      event.preventDefault();
      onSelect(next);
    } else if (selectedKey !== null && (key === 'a' || key === 'r')) {
      event.preventDefault();
      onChoose?.(key);
    }
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => pressed(event);
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);
}

/**
 * Finds the target of a key; null where it means nothing. Enter never leaves an open row, even where newer rows have
 * pushed it off.
 */
export function nextKeyOf(pressed: string, keys: readonly string[], selectedKey: string | null): string | null {
  const at = selectedKey === null ? -1 : keys.indexOf(selectedKey);
  if (pressed === 'j') return keys[Math.min(at + 1, keys.length - 1)] ?? null;
  if (pressed === 'k') return keys[Math.max(at - 1, 0)] ?? null;
  return pressed === 'enter' && selectedKey === null ? (keys[0] ?? null) : null;
}

function isForSomethingElse(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return true;
  if (document.querySelector('[aria-modal=true]') !== null) return true;
  const { target } = event;
  if (!(target instanceof HTMLElement)) return false;
  if (isField(target)) return true;
  // Enter presses what has the keyboard.
  return event.key === 'Enter' && target.matches('a, button');
}

const isField = (target: unknown): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches(FIELDS));
