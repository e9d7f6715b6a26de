import { Checkbox, UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { PermissionCategory } from './grantable-permissions.ts'
import { usePermissionWords } from './use-permission-words.ts'

interface CategoryPickerProps {
  /** With all that can be chosen of it: these the box of all of it chooses. */
  category: PermissionCategory
  /** Those that are shown of it: the others a search has left out. */
  shown: PermissionCategory['entries']
  chosen: readonly string[]
  isOpen: boolean
  onFold: () => void
  onToggle: (key: string) => void
  onToggleAll: (category: PermissionCategory, isChosen: boolean) => void
  isReadOnly: boolean
}

/** One category: how many of it are chosen, a box for all of it, and unfolded a box for each. */
export function CategoryPicker(props: CategoryPickerProps) {
  const { category, shown, chosen, isOpen, isReadOnly } = props
  const { t } = useTranslation('permissions')
  const { categoryOf, wordOf } = usePermissionWords()
  const id = useId()
  const { entries } = category
  const name = categoryOf(category.name)
  const held = entries.filter(({ key }) => chosen.includes(key)).length
  return (
    <fieldset aria-labelledby={`${id}-name`}>
      <div className="permission-head">
        <UnstyledButton
          className="permission-fold"
          aria-expanded={isOpen}
          aria-controls={`${id}-boxes`}
          onClick={props.onFold}
        >
          <IconChevronDown size={16} stroke={1.8} aria-hidden />
          <span id={`${id}-name`}>{name}</span>
          <span className="permission-held" data-some={held > 0 || undefined}>
            {t('held', { held, count: entries.length })}
          </span>
        </UnstyledButton>
        <Checkbox
          label={t('all')}
          aria-label={t('allOf', { category: name })}
          labelPosition="left"
          disabled={isReadOnly}
          checked={held === entries.length}
          indeterminate={held > 0 && held < entries.length}
          onChange={() => props.onToggleAll(category, held < entries.length)}
        />
      </div>
      <div className="permission-boxes" id={`${id}-boxes`} hidden={!isOpen}>
        {shown.map(({ key, value }) => (
          <Checkbox
            key={key}
            label={wordOf(key, value)}
            disabled={isReadOnly}
            checked={chosen.includes(key)}
            onChange={() => props.onToggle(key)}
          />
        ))}
      </div>
    </fieldset>
  )
}
