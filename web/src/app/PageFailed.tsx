import type { ErrorComponentProps } from '@tanstack/react-router';
import { ErrorState } from '../shared/states/ErrorState.tsx';

/** The page threw an error, or its program could not be loaded. */
export function PageFailed({ error }: ErrorComponentProps) {
  return <ErrorState error={error} onRetry={() => location.reload()} />;
}
