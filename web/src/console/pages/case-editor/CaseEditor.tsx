import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminCaseDetail } from '../../../data/generated/api.ts';
import { apiQuery } from '../../../data/queries.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { Icon } from '../../../shared/icons/index.tsx';
import { Badge } from '../../../shared/parts/Badge.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import { AuditLink } from '../../parts/AuditLink.tsx';
import { ConsolePage } from '../../parts/ConsolePage.tsx';
import { ItemPicker } from '../../parts/ItemPicker.tsx';
import { CaseFields } from './CaseFields.tsx';
import { type Catalogue, draftOf, useCatalogue } from './catalogue.ts';
import { DifferencePanel } from './DifferencePanel.tsx';
import classes from './editor.module.css';
import { ItemsTable } from './ItemsTable.tsx';
import { PublishButton } from './PublishButton.tsx';
import { RangePanel } from './RangePanel.tsx';
import { RtpPanel } from './RtpPanel.tsx';
import { changesContents, differenceOf, isSame } from './rules/difference.ts';
import type { Draft } from './rules/draft.ts';
import { SimulationPanel } from './SimulationPanel.tsx';
import { editorTexts } from './texts.ts';
import { type DraftState, useDraft } from './use-draft.ts';
import { useItemEdits } from './use-item-edits.ts';
import { VersionList } from './VersionList.tsx';

export function CaseEditor({ detail }: { detail: AdminCaseDetail }) {
  const texts = useTexts(editorTexts);
  const { number, date, money } = useFormat();
  const played = draftOf(detail.items, detail.flipThreshold, detail.priceCents);
  const kept = useDraft(detail.id, played, detail.versionNumber);
  const [hasPublished, setHasPublished] = useState(false);
  const state = {
    ...kept,
    change: (next: Draft) => {
      setHasPublished(false);
      kept.change(next);
    },
  };
  const versions = useComparedVersion(detail, played);
  const drafts = versions.compared === null ? [state.draft] : [state.draft, versions.compared];
  const catalogue = useCatalogue(detail, drafts);
  const difference = differenceOf(played, state.draft);
  const since = detail.versions.find((version) => version.number === detail.versionNumber)?.createdAt;
  return (
    <ConsolePage
      title={detail.name}
      lead={
        detail.versionNumber === null || since === undefined
          ? texts.noVersion
          : texts.playedSince(number(detail.versionNumber), date(since), money(detail.priceCents))
      }
      actions={
        <>
          <DraftNote detail={detail} state={state} />
          <PublishButton
            detail={detail}
            draft={state.draft}
            played={played}
            difference={difference}
            centsOf={catalogue.centsOf}
            isReady={catalogue.isComplete && !isSame(difference)}
            onPublished={() => {
              state.discard();
              setHasPublished(true);
            }}
          />
        </>
      }
    >
      <Notes detail={detail} state={state} hasPublished={hasPublished} isNewVersion={changesContents(difference)} />
      <div className={classes.editor}>
        <Contents detail={detail} state={state} played={played} catalogue={catalogue} />
        <Consequences detail={detail} state={state} played={played} catalogue={catalogue} versions={versions} />
      </div>
    </ConsolePage>
  );
}

interface Shown {
  detail: AdminCaseDetail;
  state: DraftState;
  played: Draft;
  catalogue: Catalogue;
}

function Contents({ detail, state: { draft, change }, played, catalogue }: Shown) {
  const texts = useTexts(editorTexts);
  const [isAdding, setIsAdding] = useState(false);
  const { selected, payerId, note, edits, addItem, choosePayer } = useItemEdits({
    draft,
    catalogue,
    onChange: change,
    onAdd: () => setIsAdding(true),
  });
  return (
    <div className={classes.main}>
      <RangePanel
        draft={draft}
        selected={selected}
        payerId={payerId}
        note={note}
        nameOf={catalogue.nameOf}
        onPayer={choosePayer}
        onChange={change}
      />
      <ItemsTable
        draft={draft}
        played={played}
        playedVersion={detail.versionNumber}
        selected={selected}
        catalogue={catalogue}
        edits={edits}
      />
      <CaseFields key={detail.id} detail={detail} />
      <ItemPicker
        title={texts.addTitle}
        hint={texts.addHint}
        isOpen={isAdding}
        isInside={(itemId) => draft.ranges.some((range) => range.itemId === itemId)}
        onAdd={({ id, valueCentsBrl }) => {
          addItem(id, BigInt(valueCentsBrl));
          setIsAdding(false);
        }}
        onClose={() => setIsAdding(false)}
      />
    </div>
  );
}

function Consequences({
  detail: { id, versions: all, versionNumber },
  state: { draft, change },
  played,
  catalogue,
  versions,
}: Shown & { versions: ComparedVersion }) {
  const { centsOf, nameOf, isComplete } = catalogue;
  return (
    <div className={classes.side}>
      <RtpPanel
        draft={draft}
        played={played.ranges.length === 0 ? null : played}
        centsOf={centsOf}
        onPrice={(priceCents) => change({ ...draft, priceCents })}
      />
      {versionNumber !== null && (
        <DifferencePanel
          draft={draft}
          compared={versions.compared}
          error={versions.error}
          number={versions.number}
          versions={all}
          playedNumber={versionNumber}
          centsOf={centsOf}
          nameOf={nameOf}
          onChoose={versions.choose}
        />
      )}
      <SimulationPanel draft={draft} centsOf={centsOf} isReady={isComplete} />
      <VersionList caseId={id} versions={all} playedNumber={versionNumber} />
    </div>
  );
}

interface ComparedVersion {
  number: number;
  /** It is null while it is asked for. */
  compared: Draft | null;
  error: unknown;
  choose: (number: number) => void;
}

/** The draft is compared with the played version unless another is chosen. */
function useComparedVersion({ id, versionNumber }: AdminCaseDetail, played: Draft): ComparedVersion {
  const [chosen, setChosen] = useState<number | null>(null);
  const playedNumber = versionNumber ?? 0;
  const number = chosen ?? playedNumber;
  const isOther = number !== playedNumber;
  const { data, error } = useQuery({
    ...apiQuery('GET /admin/cases/{id}/versions/{number}', { params: { id, number } }),
    enabled: isOther,
  });
  const other = data === undefined ? null : draftOf(data.items, data.flipThreshold, played.priceCents);
  return { number, compared: isOther ? other : played, error: isOther ? error : null, choose: setChosen };
}

function DraftNote({ detail, state: { savedAt, discard } }: { detail: AdminCaseDetail; state: DraftState }) {
  const texts = useTexts(editorTexts);
  const { ago } = useFormat();
  if (savedAt === null) {
    return <Badge tone={detail.status === 'ACTIVE' ? 'accent' : 'plain'}>{texts.states[detail.status]}</Badge>;
  }
  return (
    <>
      <span className={classes.saved}>
        <Icon name="check" size={15} /> {texts.saved(ago(new Date(savedAt)))}
      </span>
      <Button variant="default" onClick={discard}>
        {texts.discard}
      </Button>
    </>
  );
}

function Notes({
  detail,
  state: { savedAt, baseVersion },
  hasPublished,
  isNewVersion,
}: {
  detail: AdminCaseDetail;
  state: DraftState;
  hasPublished: boolean;
  isNewVersion: boolean;
}) {
  const texts = useTexts(editorTexts);
  const { number } = useFormat();
  const { name, versions, versionNumber, isPaused } = detail;
  const isBehind = savedAt !== null && baseVersion !== versionNumber && versionNumber !== null;
  return (
    <div className={classes.notes}>
      {savedAt !== null && (
        <Badge tone="blue">
          {isNewVersion ? texts.draftOf(number((versions[0]?.number ?? 0) + 1)) : texts.draftOfPrice}
        </Badge>
      )}
      {isPaused && (
        <Badge tone="amber" icon="pause">
          {texts.paused}
        </Badge>
      )}
      {isBehind && <p className={classes.warning}>{texts.newer(number(versionNumber))}</p>}
      {hasPublished && (
        <p className={classes.published} aria-live="polite">
          <Icon name="check" size={16} />{' '}
          {texts.published(`${name}, ${texts.versionNumber(number(versionNumber ?? 0))}`)}
          <AuditLink entity={{ type: 'case', id: detail.id }} />
        </p>
      )}
    </div>
  );
}
