import { Skeleton, Text, TextInput } from '@mantine/core'
import type { CredentialDefinition } from '@runnel/contract'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/dialog.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { CredentialMark } from './credential-mark.tsx'
import { credentialTypesQuery } from './credential-queries.ts'
import { findTypes } from './find-types.ts'
import './credentials.css'

interface CredentialTypeDialogProps {
  onClose: () => void
  onChoose: (type: string) => void
}

/** For what a new credential is: every type of the catalogue, found by its name. Enter takes the first. */
export function CredentialTypeDialog({ onClose, onChoose }: CredentialTypeDialogProps) {
  const { t } = useTranslation('credentials')
  const { data, error, refetch } = useQuery(credentialTypesQuery)
  return (
    <Dialog title={t('choose.title')} size="lg" onClose={onClose}>
      {error ? <LoadFailure error={error} onRetry={() => void refetch()} /> : null}
      {data === undefined && !error ? <Skeleton height={240} /> : null}
      {data ? <TypePicker types={data} onChoose={onChoose} /> : null}
    </Dialog>
  )
}

function TypePicker({
  types,
  onChoose,
}: {
  types: readonly CredentialDefinition[]
  onChoose: (type: string) => void
}) {
  const { t } = useTranslation('credentials')
  const [text, setText] = useState('')
  const found = findTypes(types, text)
  const chooseFirst = (event: FormEvent) => {
    event.preventDefault()
    const [first] = found
    if (first && text.trim() !== '') onChoose(first.name)
  }
  return (
    <form onSubmit={chooseFirst}>
      <TextInput
        type="search"
        label={t('choose.search')}
        data-autofocus
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        leftSection={<IconSearch size={16} stroke={1.8} aria-hidden />}
      />
      <Text role="status" c="dimmed" size="xs" my="xs">
        {found.length === 0 ? t('choose.none') : t('choose.found', { count: found.length })}
      </Text>
      <ul className="credential-types">
        {found.map(({ name, label }) => (
          <li key={name}>
            <button type="button" onClick={() => onChoose(name)}>
              <CredentialMark type={name} />
              {label}
            </button>
          </li>
        ))}
      </ul>
    </form>
  )
}
