import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../data/api.ts';
import type { PreviewedSettings } from '../../../data/generated/api.ts';

const TYPING_MS = 400;

/** Previews a new value; the shown preview always belongs to the value that would be saved. */
export type Preview =
  | { state: 'none' }
  | { state: 'pending' }
  | { state: 'failed'; error: unknown; retry: () => void }
  | { state: 'shown'; effects: PreviewedSettings };

/** Asks the server once nobody types any more. Without a value there is nothing to ask for. */
export function useEffectPreview(settingKey: string, value: unknown): Preview {
  // As text, since a list is another one each time that it is read.
  const wanted = value === undefined ? null : JSON.stringify(value);
  const [settled] = useDebouncedValue(wanted, TYPING_MS);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['POST /admin/settings/preview', settingKey, settled],
    queryFn: ({ signal }) =>
      call('POST /admin/settings/preview', { body: { [settingKey]: JSON.parse(settled ?? 'null') }, signal }),
    enabled: wanted !== null && settled === wanted,
    retry: false,
    staleTime: 0,
    // A value that is typed again is previewed again.
    gcTime: 0,
  });
  if (wanted === null) return { state: 'none' };
  if (settled !== wanted || isFetching) return { state: 'pending' };
  if (error !== null) return { state: 'failed', error, retry: () => void refetch() };
  return data === undefined ? { state: 'pending' } : { state: 'shown', effects: data };
}
