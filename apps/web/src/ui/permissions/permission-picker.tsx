import { Button, Checkbox, Text, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CategoryPicker } from './category-picker.tsx'
import { CarriedTags } from './document-tags-input.tsx'
import { countRights, offeredCategories, type PermissionCategory } from './grantable-permissions.ts'
import './permissions.css'
import { listWithoutView } from './toggle-permission.ts'
import { usePermissionChoice } from './use-permission-choice.ts'
import { searchCategories, usePermissionWords } from './use-permission-words.ts'

interface PermissionPickerProps {
  /** What can be chosen, as far as something asks for it. */
  categories: readonly PermissionCategory[]
  /** The box of all of it. */
  everything: string
  chosen: readonly string[]
  onChange: (permissions: string[]) => void
  error: ReactNode
  isReadOnly?: boolean
  /** For people, who get nowhere without it: what changes a thing comes with the permission to look at it. */
  needsView?: boolean
}

/** So many categories are seen at a glance: they are not folded. */
const FEW = 4

/** Permissions by category, each with a box for all of it: searched, folded, and what is chosen of each counted. */
export function PermissionPicker(props: PermissionPickerProps) {
  const { everything, chosen, onChange, error, isReadOnly = false, needsView = false } = props
  const { t } = useTranslation('permissions')
  const errorId = useId()
  // What it holds at first stays in the list, also when it is taken away.
  const [held] = useState(chosen)
  const categories = offeredCategories(props.categories, held)
  const all = categories.flatMap(({ entries }) => entries.map(({ key }) => key))
  const hasAll = all.every((key) => chosen.includes(key))
  // Tags, and what is not this person's to choose.
  const others = chosen.filter((key) => !all.includes(key))
  const hasTags = countRights(chosen).tags > 0
  const useless = needsView && !isReadOnly ? listWithoutView(chosen).length : 0
  return (
    <fieldset
      className="permission-picker"
      data-read-only={isReadOnly || undefined}
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
        disabled={isReadOnly}
        // The focus of a refused form goes to what is at fault, and this is where it is mended.
        aria-invalid={Boolean(error) || undefined}
        aria-describedby={error ? errorId : undefined}
        checked={hasAll}
        indeterminate={!hasAll && chosen.length > others.length}
        onChange={() => onChange([...others, ...(hasAll ? [] : all)])}
      />
      {useless > 0 ? (
        <Text mt="xs" fz="sm">
          {t('withoutView', { count: useless })}
        </Text>
      ) : null}
      <Catalogue
        categories={categories}
        chosen={chosen}
        onChange={onChange}
        offered={all}
        needsView={needsView}
        isReadOnly={isReadOnly}
      />
      {isReadOnly && !hasTags ? null : (
        <CarriedTags permissions={chosen} onChange={onChange} isReadOnly={isReadOnly} />
      )}
    </fieldset>
  )
}

interface CatalogueProps {
  categories: readonly PermissionCategory[]
  chosen: readonly string[]
  onChange: (permissions: string[]) => void
  offered: readonly string[]
  needsView: boolean
  isReadOnly: boolean
}

function Catalogue({ categories, isReadOnly, ...choice }: CatalogueProps) {
  const { t } = useTranslation('permissions')
  const words = usePermissionWords()
  const [text, setText] = useState('')
  const folds = useFolds(categories, choice.chosen)
  const { note, toggle, toggleAll } = usePermissionChoice(choice)
  const found = searchCategories(categories, text, words)
  const isSearching = text.trim() !== ''
  return (
    <>
      <div className="permission-tools">
        <TextInput
          type="search"
          aria-label={t('search')}
          placeholder={t('search')}
          value={text}
          maxLength={100}
          leftSection={<IconSearch size={16} stroke={1.8} aria-hidden />}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          // Enter looks for nothing more, and does not send the form around it.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
        <Button variant="subtle" size="sm" disabled={isSearching} onClick={folds.foldAll}>
          {t(folds.isAnyOpen ? 'foldAll' : 'unfoldAll')}
        </Button>
      </div>
      <p className="permission-note" role="status">
        {note || (isSearching && found.length === 0 ? t('noMatch') : '')}
      </p>
      <div className="permission-list">
        {found.map(({ name, entries }) => (
          <CategoryPicker
            key={name}
            category={categories.find((each) => each.name === name) ?? { name, entries }}
            shown={entries}
            chosen={choice.chosen}
            isOpen={isSearching || folds.isOpen(name)}
            onFold={() => folds.fold(name)}
            onToggle={toggle}
            onToggleAll={toggleAll}
            isReadOnly={isReadOnly}
          />
        ))}
      </div>
    </>
  )
}

/** Which categories are unfolded: at first those of which some, but not all, are chosen, and all where there are few. */
function useFolds(categories: readonly PermissionCategory[], chosen: readonly string[]) {
  const [open, setOpen] = useState(() =>
    categories
      .filter(({ entries }) => {
        const held = entries.filter(({ key }) => chosen.includes(key)).length
        return categories.length <= FEW || (held > 0 && held < entries.length)
      })
      .map(({ name }) => name),
  )
  const isAnyOpen = open.length > 0
  return {
    isAnyOpen,
    isOpen: (name: string) => open.includes(name),
    fold: (name: string) =>
      setOpen(open.includes(name) ? open.filter((each) => each !== name) : [...open, name]),
    foldAll: () => setOpen(isAnyOpen ? [] : categories.map(({ name }) => name)),
  }
}
