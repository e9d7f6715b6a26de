import { Skeleton, Text, TextInput } from '@mantine/core'
import type { NodeDefinition } from '@runnel/contract'
import { IconSearch } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../app/api.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { NodeIcon } from '../../../ui/node-icon.tsx'
import { searchNodes } from '../../palette/search-nodes.ts'
import { LOADER_KINDS, loaderKindOf } from './loader-kind.ts'

const loadersQuery = queryOptions({
  queryKey: ['store-components', 'loaders'],
  queryFn: ({ signal }) => api.listLoaderComponents({}, { signal }),
  staleTime: 600_000,
})

interface AddLoaderDialogProps {
  onClose: () => void
  onChoose: (type: string) => void
}

/** Where documents come from: every loader that a store can have, found by its name. Enter takes the first. */
export function AddLoaderDialog({ onClose, onChoose }: AddLoaderDialogProps) {
  const { t } = useTranslation('document-stores')
  const { data, error, refetch } = useQuery(loadersQuery)
  return (
    <Dialog title={t('add.title')} size="xl" onClose={onClose}>
      {error ? <LoadFailure error={error} onRetry={() => void refetch()} /> : null}
      {data === undefined && !error ? <Skeleton height={240} /> : null}
      {data ? <LoaderPicker definitions={data} onChoose={onChoose} /> : null}
    </Dialog>
  )
}

interface LoaderPickerProps {
  definitions: readonly NodeDefinition[]
  onChoose: (type: string) => void
}

function LoaderPicker({ definitions, onChoose }: LoaderPickerProps) {
  const { t } = useTranslation('document-stores')
  const [text, setText] = useState('')
  const found = searchNodes(definitions, text).flatMap((group) => group.definitions)
  const chooseFirst = (event: FormEvent) => {
    event.preventDefault()
    const [first] = found
    if (first && text.trim() !== '') onChoose(first.name)
  }
  return (
    <form onSubmit={chooseFirst}>
      <TextInput
        type="search"
        label={t('add.search')}
        data-autofocus
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        leftSection={<IconSearch size={16} stroke={1.8} aria-hidden />}
      />
      <Text role="status" c="dimmed" size="xs" my="xs">
        {found.length === 0 ? t('add.none') : t('add.found', { count: found.length })}
      </Text>
      <div className="loader-choices">
        {LOADER_KINDS.map((kind) => (
          <LoaderGroup
            key={kind}
            title={t(`add.kind.${kind}`)}
            definitions={found.filter((definition) => loaderKindOf(definition) === kind)}
            onChoose={onChoose}
          />
        ))}
      </div>
    </form>
  )
}

function LoaderGroup({ title, definitions, onChoose }: LoaderPickerProps & { title: string }) {
  if (definitions.length === 0) return null
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <ul>
        {definitions.map((definition) => (
          <li key={definition.name}>
            <button type="button" onClick={() => onChoose(definition.name)}>
              <NodeIcon definition={definition} size={28} />
              <span>
                <strong>{definition.label}</strong>
                <span className="store-description">{definition.description}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
