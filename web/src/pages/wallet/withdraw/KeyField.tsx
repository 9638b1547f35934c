import { Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { PixKeyType } from '../../../data/generated/api.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { Icon } from '../../../shared/icons/index.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import { maskPixKey, PIX_KEY_TYPES, type PixKey } from './pix-keys.ts';
import { texts as allTexts } from './texts.ts';
import classes from './withdraw.module.css';

const OTHER = 'other';

export function KeyField({
  known,
  value,
  onChange,
}: {
  known: readonly (PixKey & { usedAt: string })[];
  value: PixKey;
  onChange: (key: PixKey) => void;
}) {
  const texts = useTexts(allTexts);
  const { date } = useFormat();
  const [isOther, setIsOther] = useState(known.length === 0);
  const chosen = isOther ? undefined : known.find(({ key }) => key === value.key);
  const choose = (wanted: string | null) => {
    const key = known.find((each) => each.key === wanted);
    setIsOther(key === undefined);
    onChange(key === undefined ? { type: 'CPF', key: '' } : { type: key.type, key: key.key });
  };
  return (
    <div className={classes.keys}>
      {known.length > 0 && (
        <Select
          label={texts.key}
          description={chosen && texts.lastUsed(date(chosen.usedAt))}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          leftSection={<Icon name="key" />}
          allowDeselect={false}
          data={[
            ...known.map((key) => ({
              value: key.key,
              label: `${texts.kinds[key.type]} ${maskPixKey(key)}`,
            })),
            { value: OTHER, label: texts.otherKey },
          ]}
          value={isOther ? OTHER : value.key}
          onChange={choose}
        />
      )}
      {isOther && (
        <div className={classes.newKey}>
          <Select
            label={texts.keyKind}
            allowDeselect={false}
            data={PIX_KEY_TYPES.map((type) => ({ value: type, label: texts.kinds[type] }))}
            value={value.type}
            onChange={(type) => onChange({ type: (type ?? 'CPF') as PixKeyType, key: '' })}
          />
          <TextInput
            label={texts.key}
            placeholder={texts.examples[value.type]}
            autoComplete="off"
            value={value.key}
            onChange={({ currentTarget }) => onChange({ type: value.type, key: currentTarget.value })}
          />
        </div>
      )}
    </div>
  );
}
