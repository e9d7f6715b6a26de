import { Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import type { AuditEntry } from '@runnel/contract'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../app/api.ts'
import { useSessionStore } from '../../session/session-store.ts'
import { useIsShown } from '../../session/use-viewer.ts'
import { comeIntoView } from '../come-into-view.ts'
import { formatDateTime } from '../format-time.ts'

/** How the audit log names that such a thing went. */
const ACTIONS = {
  role: 'role.deleted',
  workspace: 'workspace.deleted',
  group: 'group.deleted',
  loginMethod: 'login-method.deleted',
  apiKey: 'api-key.deleted',
  member: 'user.removed',
  place: 'workspace-user.unlinked',
} as const

/** So many acts of one kind are looked through for the one that is meant. */
const MOST_ACTS = 50

/** What a form stood for, and what may be done without it. */
export interface DeletedThing {
  kind: keyof typeof ACTIONS
  id: string
  /** In the audit log the same id may stand for several; whether an act is the one that is meant. */
  isMeant?: (entry: AuditEntry) => boolean
  /** Makes it anew with what was typed; absent where that has no meaning, or the person may not. */
  onMakeAnew?: (() => void) | undefined
  isMaking?: boolean
  /** Gives up what was typed, and shows what there is. */
  onLeave: () => void
}

/**
 * Says in a form that what it changes is not there any more, who deleted it and when where the person may know, and what
 * can be done with what was typed.
 */
export function DeletedNote(thing: DeletedThing) {
  const { kind, onMakeAnew, isMaking = false, onLeave } = thing
  const { t } = useTranslation('ui')
  const by = useDeleter(thing)
  return (
    <Alert
      ref={comeIntoView}
      color="orange"
      role="alert"
      icon={<IconTrash size={18} aria-hidden />}
      title={t(`deleted.${kind}`)}
    >
      <Stack gap="xs">
        {by === undefined ? <Skeleton height={20} /> : <Text size="sm">{by}</Text>}
        <Text size="sm">{t(onMakeAnew ? 'deleted.keptAnew' : 'deleted.kept')}</Text>
        <Group gap="xs">
          {onMakeAnew ? (
            <Button size="xs" loading={isMaking} onClick={onMakeAnew}>
              {t('deleted.makeAnew')}
            </Button>
          ) : null}
          <Button variant="default" size="xs" onClick={onLeave}>
            {t('deleted.leave')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}

/** Who did it and when, as the audit log tells it to who may read that; undefined while it is looked up. */
function useDeleter({ kind, id, isMeant = () => true }: DeletedThing): string | undefined {
  const { t, i18n } = useTranslation('ui')
  const selfId = useSessionStore(({ user }) => user?.id)
  const enabled = useIsShown({ permission: 'loginActivity:view', feature: 'feat:login-activity' })
  const { data, isLoading } = useQuery({
    queryKey: ['deleted meanwhile', kind, id],
    queryFn: ({ signal }) =>
      api.listAuditEntries(
        { query: { action: ACTIONS[kind], outcome: 'done', limit: MOST_ACTS } },
        { signal },
      ),
    enabled,
    gcTime: 0,
  })
  if (isLoading) return undefined
  const act = data?.data.find((entry) => entry.subject.id === id && isMeant(entry))
  if (!act?.actor.name) return t('deleted.byOthers')
  const time = formatDateTime(act.date, i18n.language)
  return act.actor.id === selfId
    ? t('deleted.bySelf', { time })
    : t('deleted.by', { by: act.actor.name, time })
}
