import { ActionIcon, Button, Checkbox, TextInput } from '@mantine/core'
import { IconPencil, IconSearch, IconTrash } from '@tabler/icons-react'
import { type Dispatch, type SetStateAction, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AddressForm } from './address-form.tsx'
import { filterPages, findAddressFault, keptAddresses, type PageEntry } from './pages-draft.ts'

/** So many rows are drawn; others are found by their text. */
const MOST_SHOWN = 500

interface PageListProps {
  entries: readonly PageEntry[]
  onChange: Dispatch<SetStateAction<PageEntry[]>>
}

/** The pages with their boxes; filtered by a text, all or none of those that are shown are chosen at once. */
export function PageList({ entries, onChange }: PageListProps) {
  const { t } = useTranslation('node-form')
  const [text, setText] = useState('')
  if (entries.length === 0) return <p className="pages-empty">{t('pages.empty')}</p>
  const found = filterPages(entries, text)
  const chooseAll = (isChosen: boolean) => {
    const ids = new Set(found.map(({ id }) => id))
    onChange((now) => now.map((entry) => (ids.has(entry.id) ? { ...entry, isChosen } : entry)))
  }
  return (
    <section className="pages-list" aria-label={t('pages.list')}>
      <div className="pages-head">
        <TextInput
          type="search"
          aria-label={t('pages.filter')}
          placeholder={t('pages.filter')}
          leftSection={<IconSearch size={16} stroke={1.8} aria-hidden />}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <Button variant="default" disabled={found.length === 0} onClick={() => chooseAll(true)}>
          {t('pages.all')}
        </Button>
        <Button variant="default" disabled={found.length === 0} onClick={() => chooseAll(false)}>
          {t('pages.none')}
        </Button>
      </div>
      <p role="status" className="pages-note">
        {found.length === 0
          ? t('pages.noMatch')
          : t('pages.count', { chosen: keptAddresses(entries).length, count: entries.length })}
        {found.length > MOST_SHOWN ? ` ${t('pages.firstOnly', { count: MOST_SHOWN })}` : null}
      </p>
      <ul>
        {found.slice(0, MOST_SHOWN).map((entry) => (
          <PageRow key={entry.id} entry={entry} entries={entries} onChange={onChange} />
        ))}
      </ul>
    </section>
  )
}

function PageRow({ entry, entries, onChange }: PageListProps & { entry: PageEntry }) {
  const { t } = useTranslation('node-form')
  const [isEdited, setIsEdited] = useState(false)
  const row = useRef<HTMLLIElement>(null)
  const { id, address, isChosen } = entry
  const change = (next: Partial<PageEntry>) =>
    onChange((now) => now.map((each) => (each.id === id ? { ...each, ...next } : each)))
  const close = () => {
    setIsEdited(false)
    // Back to the row, once it is drawn again.
    requestAnimationFrame(() => row.current?.querySelector('input')?.focus())
  }
  if (isEdited)
    return (
      <li ref={row}>
        <AddressForm
          label={t('pages.address')}
          submit={t('save')}
          initial={address}
          isInline
          findFault={(text) => findAddressFault(entries, text, id)}
          onSubmit={(text) => {
            change({ address: text })
            close()
          }}
          onCancel={close}
        />
      </li>
    )
  const remove = () => {
    const next = row.current?.nextElementSibling ?? row.current?.previousElementSibling
    onChange((now) => now.filter((each) => each.id !== id))
    next?.querySelector('input')?.focus()
  }
  return (
    <li ref={row}>
      <Checkbox
        label={address}
        checked={isChosen}
        onChange={({ currentTarget }) => change({ isChosen: currentTarget.checked })}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('pages.edit', { address })}
        onClick={() => setIsEdited(true)}
      >
        <IconPencil size={16} stroke={1.8} />
      </ActionIcon>
      <ActionIcon variant="subtle" color="gray" aria-label={t('pages.remove', { address })} onClick={remove}>
        <IconTrash size={16} stroke={1.8} />
      </ActionIcon>
    </li>
  )
}
