import { Button, Group } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useIsShown } from '../../../session/use-viewer.ts'
import { apiErrorMessage } from '../../../ui/api-error-message.ts'
import { SearchableSelect } from '../../../ui/searchable-select.tsx'
import { MOST_KEYS } from '../../api-keys/api-key-queries.ts'
import { useCanvasSession, useEditor } from '../session/canvas-session.ts'
import { labelOfKey, useKeyChoices } from './use-key-choices.ts'

/** The choice that asks for no key: a select takes no undefined. */
const NO_KEY = ''

/** Which API key callers must send. A choice is in force at once. */
export function FlowKeyField({ onMakeKey }: { onMakeKey: () => void }) {
  const { t } = useTranslation('canvas')
  const { drafts } = useCanvasSession()
  const keyId = useEditor(({ head }) => head.keyId)
  const isReadOnly = useEditor((state) => state.isReadOnly)
  const mayView = useIsShown({ permission: 'apikeys:view' })
  const mayMake = useIsShown({ permission: 'apikeys:create' })
  const choices = useKeyChoices(mayView)
  const change = useMutation({ mutationFn: (value: string) => drafts.setKey(value || undefined) })
  const { items, isGone } = itemsFor(choices, keyId, t)
  const trouble = change.error
    ? t('api.key.failed', { reason: apiErrorMessage(change.error) })
    : isGone && t('api.key.goneHelp')
  const help = choices.hasMore
    ? t('api.key.more', { shown: MOST_KEYS, count: choices.total })
    : t(mayView ? 'api.key.help' : 'api.key.mayNotView')
  return (
    <SearchableSelect
      label={t('api.key.label')}
      description={help}
      data={items}
      value={keyId ?? NO_KEY}
      onSearchChange={choices.setSearch}
      choices={{
        isLoading: choices.isSearching || (mayView && !choices.isLoaded && !choices.error),
        error: choices.error,
        onRetry: choices.retry,
        noMatch: t('api.key.noneFound'),
      }}
      disabled={isReadOnly || !mayView || change.isPending}
      error={trouble}
      onChange={(value) => change.mutate(value ?? NO_KEY)}
      inputContainer={(input) => (
        <Group gap="xs" wrap="nowrap" className="flow-key">
          {input}
          {mayMake && !isReadOnly ? (
            <Button variant="default" leftSection={<IconPlus size={16} stroke={1.8} />} onClick={onMakeKey}>
              {t('api.key.new')}
            </Button>
          ) : null}
        </Group>
      )}
    />
  )
}

type Translate = ReturnType<typeof useTranslation<'canvas'>>['t']

/** What can be chosen, the present choice always among it; `isGone` when its key was revoked. */
function itemsFor(
  { keys, isLoaded, hasMore }: ReturnType<typeof useKeyChoices>,
  keyId: string | undefined,
  t: Translate,
) {
  const items = [
    { value: NO_KEY, label: t('api.key.none') },
    ...keys.map((key) => ({ value: key.id, label: labelOfKey(key) })),
  ]
  if (keyId === undefined || items.some(({ value }) => value === keyId)) return { items, isGone: false }
  const isGone = isLoaded && !hasMore
  items.push({ value: keyId, label: t(isGone ? 'api.key.gone' : 'api.key.unlisted') })
  return { items, isGone }
}
