import { Button, Group, Select } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useIsShown } from '../../session/use-viewer.ts'
import { apiErrorMessage } from '../../ui/api-error-message.ts'
import { apiKeyListQuery, MOST_KEYS } from '../api-keys/api-key-queries.ts'
import { useCanvasSession, useEditor } from './canvas-session.ts'

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
  const keys = useQuery({ ...apiKeyListQuery(1, MOST_KEYS), enabled: mayView })
  const change = useMutation({ mutationFn: (value: string) => drafts.setKey(value || undefined) })
  const items = [
    { value: NO_KEY, label: t('api.key.none') },
    ...(keys.data?.data ?? []).map(({ id, keyName, apiKey }) => ({
      value: id,
      label: `${keyName} (${apiKey})`,
    })),
  ]
  const isUnlisted = keyId !== undefined && !items.some(({ value }) => value === keyId)
  const isGone = isUnlisted && keys.data !== undefined && keys.data.total <= MOST_KEYS
  if (isUnlisted) items.push({ value: keyId, label: t(isGone ? 'api.key.gone' : 'api.key.unlisted') })
  const failure = change.error ?? keys.error
  const trouble = failure
    ? t('api.key.failed', { reason: apiErrorMessage(failure) })
    : isGone && t('api.key.goneHelp')
  return (
    <Select
      label={t('api.key.label')}
      description={t(mayView ? 'api.key.help' : 'api.key.mayNotView')}
      data={items}
      value={keyId ?? NO_KEY}
      searchable
      nothingFoundMessage={t('api.key.noneFound')}
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
