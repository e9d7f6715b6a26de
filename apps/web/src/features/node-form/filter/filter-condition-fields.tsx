import { CloseButton, NativeSelect, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { FILTER_OPERATORS, type FilterCondition, hasValue, isComplete } from './filter-draft.ts'

interface FilterConditionFieldsProps {
  label: string
  condition: FilterCondition
  isReadOnly: boolean
  onChange(condition: FilterCondition): void
  onRemove(): void
}

/** One condition: which field, how it is compared, and with what. */
export function FilterConditionFields({
  label,
  condition,
  isReadOnly,
  onChange,
  onRemove,
}: FilterConditionFieldsProps) {
  const { t } = useTranslation('node-form')
  const { field, operator, value } = condition
  const isBegun = field.trim() !== '' && (value.trim() !== '' || !hasValue(operator))
  const isList = operator === 'oneOf' || operator === 'noneOf'
  return (
    <fieldset className="filter-condition" aria-label={label}>
      <TextInput
        size="xs"
        className="filter-field"
        aria-label={t('filter.field', { label })}
        placeholder={t('filter.fieldExample')}
        spellCheck={false}
        value={field}
        disabled={isReadOnly}
        error={field.trim().startsWith('$')}
        onChange={({ currentTarget }) => onChange({ ...condition, field: currentTarget.value })}
      />
      <NativeSelect
        size="xs"
        className="filter-operator"
        aria-label={t('filter.operator', { label })}
        value={operator}
        disabled={isReadOnly}
        data={FILTER_OPERATORS.map((name) => ({ value: name, label: t(`filter.operators.${name}`) }))}
        onChange={({ currentTarget }) => {
          const wanted = FILTER_OPERATORS.find((name) => name === currentTarget.value)
          if (wanted) onChange({ ...condition, operator: wanted })
        }}
      />
      {hasValue(operator) ? (
        <TextInput
          size="xs"
          className="filter-value"
          aria-label={t('filter.value', { label })}
          placeholder={t(isList ? 'filter.listExample' : 'filter.valueExample')}
          spellCheck={false}
          value={value}
          disabled={isReadOnly}
          error={isBegun && !isComplete(condition) ? t('filter.needsNumber') : undefined}
          onChange={({ currentTarget }) => onChange({ ...condition, value: currentTarget.value })}
        />
      ) : null}
      {isReadOnly ? null : (
        <CloseButton size="sm" aria-label={t('filter.remove', { label })} onClick={onRemove} />
      )}
    </fieldset>
  )
}
