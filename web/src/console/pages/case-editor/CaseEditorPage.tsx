import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { apiQuery } from '../../../data/queries.ts';
import { Skeletons } from '../../../shared/states/Loading.tsx';
import { QueryState } from '../../../shared/states/QueryState.tsx';
import { CaseEditor } from './CaseEditor.tsx';

export function CaseEditorPage() {
  const { id } = useParams({ strict: false }) as { id: string };
  const detail = useQuery(apiQuery('GET /admin/cases/{id}', { params: { id } }));
  return (
    <QueryState query={detail} loading={<Skeletons count={3} height={180} />}>
      {(found) => <CaseEditor key={found.id} detail={found} />}
    </QueryState>
  );
}
