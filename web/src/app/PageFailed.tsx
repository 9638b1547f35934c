import type { ErrorComponentProps } from '@tanstack/react-router';
import { ErrorState } from '../shared/states/ErrorState.tsx';

/** A page that threw, or whose program could not be loaded. */
export function PageFailed({ error }: ErrorComponentProps) {
  return <ErrorState error={error} onRetry={() => location.reload()} />;
}
