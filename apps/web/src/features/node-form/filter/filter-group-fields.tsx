import { Button, CloseButton, NativeSelect } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { focusAdded } from '../../../ui/focus-added.ts'
import { FilterConditionFields } from './filter-condition-fields.tsx'
import { emptyCondition, type FilterCondition, type FilterGroup, isGroup } from './filter-draft.ts'

interface FilterGroupFieldsProps {
  label: string
  group: FilterGroup
  isReadOnly: boolean
  onChange(group: FilterGroup): void
  /** Takes a group that stands in another one away. */
  onRemove?: () => void
  /** How many groups it stands in. */
  depth?: number
}

/** As deep as anybody reads. */
const DEEPEST = 2

/** Conditions of which all, or any, must be met, and groups among them. */
export function FilterGroupFields({
  label,
  group,
  isReadOnly,
  onChange,
  onRemove,
  depth = 0,
}: FilterGroupFieldsProps) {
  const { t } = useTranslation('node-form')
  const { joins, parts } = group
  const list = useRef<HTMLFieldSetElement>(null)
  const put = (index: number, part: FilterCondition | FilterGroup) =>
    onChange({ joins, parts: parts.with(index, part) })
  const remove = (index: number) => onChange({ joins, parts: parts.toSpliced(index, 1) })
  const add = (part: FilterCondition | FilterGroup) => {
    onChange({ joins, parts: [...parts, part] })
    focusAdded(list.current, 'fieldset')
  }
  return (
    <fieldset ref={list} className="filter-group" aria-label={label} data-depth={depth}>
      {parts.length > 1 || depth > 0 ? (
        <div className="filter-joins">
          <NativeSelect
            size="xs"
            aria-label={t('filter.joins', { label })}
            value={joins}
            disabled={isReadOnly}
            data={[
              { value: 'all', label: t('filter.all') },
              { value: 'any', label: t('filter.any') },
            ]}
            onChange={({ currentTarget }) =>
              onChange({ joins: currentTarget.value === 'any' ? 'any' : 'all', parts })
            }
          />
          {onRemove && !isReadOnly ? (
            <CloseButton size="sm" aria-label={t('filter.removeGroup', { label })} onClick={onRemove} />
          ) : null}
        </div>
      ) : null}
      {[...parts.entries()].map(([index, part]) => {
        const name = t(isGroup(part) ? 'filter.group' : 'filter.condition', { index: index + 1, label })
        // Conditions have nothing but their place, and are never moved.
        return isGroup(part) ? (
          <FilterGroupFields
            key={index}
            label={name}
            group={part}
            isReadOnly={isReadOnly}
            depth={depth + 1}
            onChange={(next) => put(index, next)}
            onRemove={() => remove(index)}
          />
        ) : (
          <FilterConditionFields
            key={index}
            label={name}
            condition={part}
            isReadOnly={isReadOnly}
            onChange={(next) => put(index, next)}
            onRemove={() => remove(index)}
          />
        )
      })}
      {isReadOnly ? null : (
        <div className="filter-adds">
          <Button
            variant="default"
            size="compact-xs"
            leftSection={<IconPlus size={12} stroke={1.8} />}
            onClick={() => add(emptyCondition())}
          >
            {t('filter.add')}
          </Button>
          {depth < DEEPEST ? (
            <Button
              variant="default"
              size="compact-xs"
              leftSection={<IconPlus size={12} stroke={1.8} />}
              onClick={() => add({ joins: joins === 'all' ? 'any' : 'all', parts: [emptyCondition()] })}
            >
              {t('filter.addGroup')}
            </Button>
          ) : null}
        </div>
      )}
    </fieldset>
  )
}
