import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../data/queries.ts';
import { useFormat } from '../../shared/format/index.ts';
import { useTexts } from '../../shared/texts/index.ts';
import { names as namesOfSettings } from '../settings/names.ts';
import { useShownValue } from '../settings/use-shown-value.ts';
import { type Proposed, wordsOf } from './proposal-words.ts';
import { proposalTexts } from './texts.ts';

const ALL = 100;

/** The words of proposals on whatever record. A setting has its name and its unit, as on the page of settings. */
export function useProposalWords() {
  const texts = useTexts(proposalTexts);
  const names = useTexts(namesOfSettings);
  const shownValue = useShownValue();
  const format = useFormat();
  const settings = useQuery(apiQuery('GET /admin/settings', { query: { limit: ALL } })).data?.data ?? [];
  return (proposal: Proposed & { entityId: string }): { act: string; content: string } => {
    const words = wordsOf(proposal, texts, format);
    if (proposal.entityType !== 'setting') return words;
    const setting = settings.find(({ key }) => key === proposal.entityId);
    const value = JSON.parse(proposal.content) as unknown;
    const shown = setting === undefined ? proposal.content : shownValue(setting, value);
    return { ...words, content: texts.setting(names[proposal.entityId] ?? proposal.entityId, shown) };
  };
}
