import { Checkbox, Text } from '@mantine/core'
import { permissionsToCome } from '@runnel/contract'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CarriedTags } from './document-tags-input.tsx'
import {
  countRights,
  offeredCategories,
  type PermissionCategory,
  permissionWord,
  withCategory,
} from './grantable-permissions.ts'
import './permissions.css'

interface PermissionPickerProps {
  /** What can be chosen, as far as something asks for it. */
  categories: readonly PermissionCategory[]
  /** The box of all of it. */
  everything: string
  chosen: readonly string[]
  onChange: (permissions: string[]) => void
  error: ReactNode
  isReadOnly?: boolean
}

/** Permissions by category, each with a box for all of it. */
export function PermissionPicker({
  categories: given,
  everything,
  chosen,
  onChange,
  error,
  isReadOnly = false,
}: PermissionPickerProps) {
  const { t } = useTranslation('permissions')
  const errorId = useId()
  // What it holds at first stays in the list, also when it is taken away.
  const [held] = useState(chosen)
  const categories = offeredCategories(given, held)
  const all = categories.flatMap(({ entries }) => entries.map(({ key }) => key))
  const hasAll = all.every((key) => chosen.includes(key))
  // Tags, and what is not this person's to choose.
  const others = chosen.filter((key) => !all.includes(key))
  const hasTags = countRights(chosen).tags > 0
  return (
    <fieldset
      className="permission-picker"
      disabled={isReadOnly}
      aria-describedby={error ? errorId : undefined}
    >
      <legend>{t('legend')}</legend>
      {error ? (
        <Text c="red" mb="xs" id={errorId} role="alert">
          {error}
        </Text>
      ) : null}
      <Checkbox
        label={everything}
        checked={hasAll}
        indeterminate={!hasAll && chosen.length > others.length}
        onChange={() => onChange([...others, ...(hasAll ? [] : all)])}
      />
      {/* Without a box to go to, the keyboard scrolls the list itself. */}
      <div
        className="permission-list"
        {...(isReadOnly && { role: 'group', tabIndex: 0, 'aria-label': t('legend') })}
      >
        {categories.map((category) => (
          <CategoryPicker key={category.name} category={category} chosen={chosen} onChange={onChange} />
        ))}
      </div>
      {isReadOnly && !hasTags ? null : (
        <CarriedTags permissions={chosen} onChange={onChange} isReadOnly={isReadOnly} />
      )}
    </fieldset>
  )
}

interface CategoryPickerProps {
  category: PermissionCategory
  chosen: readonly string[]
  onChange: (permissions: string[]) => void
}

function CategoryPicker({ category, chosen, onChange }: CategoryPickerProps) {
  const { t } = useTranslation('permissions')
  const { name, entries } = category
  const held = entries.filter(({ key }) => chosen.includes(key)).length
  const wordOf = (key: string, value: string) =>
    t(`permission.${permissionWord(key)}`, { defaultValue: value })
  const toggle = (key: string) =>
    onChange(chosen.includes(key) ? chosen.filter((each) => each !== key) : [...chosen, key])
  return (
    <fieldset>
      <legend>
        <Checkbox
          label={t(`category.${name}`, { defaultValue: name })}
          checked={held === entries.length}
          indeterminate={held > 0 && held < entries.length}
          onChange={() => onChange(withCategory(chosen, category, held < entries.length))}
        />
      </legend>
      <div className="permission-boxes">
        {entries.map(({ key, value }) => (
          <Checkbox
            key={key}
            label={
              permissionsToCome.includes(key)
                ? t('toCome', { permission: wordOf(key, value) })
                : wordOf(key, value)
            }
            checked={chosen.includes(key)}
            onChange={() => toggle(key)}
          />
        ))}
      </div>
    </fieldset>
  )
}
