import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call, newIdempotencyKey } from '../../../data/api.ts';
import type { NewBroadcast } from '../../../data/generated/api.ts';
import { apiQuery, invalidate } from '../../../data/queries.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { Icon } from '../../../shared/icons/index.tsx';
import { Panel } from '../../../shared/parts/Panel.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import { DecisionForm } from '../../parts/DecisionForm.tsx';
import type { Result } from '../../queues/ResultLine.tsx';
import classes from './notifications.module.css';
import { texts as ownTexts } from './texts.ts';

type Words = Pick<NewBroadcast, 'title' | 'message' | 'titleEn' | 'messageEn'>;
const EMPTY: Words = { title: '', message: '', titleEn: '', messageEn: '' };
const LONGEST = { heading: 100, message: 1_000 };
const ACTIVE_DAYS = ['7', '30', '90'];

/** Writes a message in both languages, shows how it looks and how many it reaches, and sends it once. */
export function BroadcastForm({ onSent }: { onSent: (result: Result) => void }) {
  const texts = useTexts(ownTexts);
  const { plural } = useFormat();
  const [words, setWords] = useState(EMPTY);
  const [type, setType] = useState<NewBroadcast['type']>('SYSTEM');
  const [days, setDays] = useState('');
  const sentId = useRef('');
  const [idempotencyKey] = useState(newIdempotencyKey);
  const audience = days === '' ? {} : { activeWithinDays: Number(days) };
  const { data: reached } = useQuery(apiQuery('GET /admin/notifications/audience', { query: audience }));
  const isWhole = Object.values(words).every((text) => text.trim() !== '');
  const send = async (reason: string) => {
    const body = { type, ...words, ...audience, reason };
    sentId.current = (await call('POST /admin/notifications', { body, idempotencyKey })).id;
    await invalidate('GET /admin/notifications');
  };
  const recipients = plural(reached?.recipients ?? 0, texts.recipients);
  return (
    <Panel title={texts.write} aside={reached && recipients}>
      <div className={classes.form}>
        <Choices type={type} days={days} onType={setType} onDays={setDays} />
        <LanguageFields legend={texts.portuguese} heading="title" message="message" words={words} onChange={setWords} />
        <LanguageFields
          legend={texts.english}
          heading="titleEn"
          message="messageEn"
          words={words}
          onChange={setWords}
        />
        <Preview words={words} />
      </div>
      <DecisionForm
        decisions={[
          {
            id: 'send',
            label: texts.send,
            tone: 'go',
            isHeld: true,
            isBlocked: !isWhole,
            effect: isWhole ? texts.effect(recipients) : texts.incomplete,
            run: send,
          },
        ]}
        onDone={(decided) =>
          onSent({ ...decided, what: texts.what(words.title), entity: { type: 'broadcast', id: sentId.current } })
        }
      />
    </Panel>
  );
}

function Choices({
  type,
  days,
  onType,
  onDays,
}: {
  type: NewBroadcast['type'];
  /** Empty: to all. */
  days: string;
  onType: (type: NewBroadcast['type']) => void;
  onDays: (days: string) => void;
}) {
  const texts = useTexts(ownTexts);
  return (
    <div className={classes.fields}>
      <NativeSelect
        label={texts.type}
        value={type}
        data={(['SYSTEM', 'PROMOTION'] as const).map((value) => ({ value, label: texts.types[value] }))}
        onChange={({ currentTarget }) => onType(currentTarget.value as NewBroadcast['type'])}
      />
      <NativeSelect
        label={texts.audience}
        value={days}
        data={[
          { value: '', label: texts.everybody },
          ...ACTIVE_DAYS.map((value) => ({ value, label: texts.activeWithin(value) })),
        ]}
        onChange={({ currentTarget }) => onDays(currentTarget.value)}
      />
    </div>
  );
}

function LanguageFields({
  legend,
  heading,
  message,
  words,
  onChange,
}: {
  legend: string;
  heading: 'title' | 'titleEn';
  message: 'message' | 'messageEn';
  words: Words;
  onChange: (words: Words) => void;
}) {
  const texts = useTexts(ownTexts);
  return (
    <fieldset className={classes.language}>
      <legend>{legend}</legend>
      <TextInput
        label={texts.heading}
        maxLength={LONGEST.heading}
        value={words[heading]}
        onChange={({ currentTarget }) => onChange({ ...words, [heading]: currentTarget.value })}
      />
      <Textarea
        label={texts.message}
        maxLength={LONGEST.message}
        minRows={3}
        autosize
        value={words[message]}
        onChange={({ currentTarget }) => onChange({ ...words, [message]: currentTarget.value })}
      />
    </fieldset>
  );
}

/** As players see it, in both languages. */
function Preview({ words }: { words: Words }) {
  const texts = useTexts(ownTexts);
  return (
    <section className={classes.preview} aria-label={texts.preview}>
      <h3>{texts.preview}</h3>
      {(
        [
          ['pt-BR', words.title, words.message],
          ['en', words.titleEn, words.messageEn],
        ] as const
      ).map(([language, title, message]) => (
        <div key={language} lang={language} className={classes.card}>
          <Icon name="bell" size={18} />
          <div>
            <strong>{title || texts.emptyHeading}</strong>
            <p>{message || texts.emptyMessage}</p>
          </div>
        </div>
      ))}
    </section>
  );
}
