import { Alert, Button, Group, List, Skeleton, Stack, Text } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { comeIntoView } from '../come-into-view.ts'
import { FailureNote } from '../failure-note.tsx'
import { formatDateTime } from '../format-time.ts'
import { DeletedNote, type DeletedThing } from './deleted-note.tsx'
import { type FormRevision, savedMeanwhile } from './use-revision.ts'

/** A thing as it stands now: what a form would hold of it. */
export interface Standing<Values> {
  revision: number
  values: Values
}

/** One field as others left it, where the form holds something else. */
export interface Difference {
  label: string
  theirs: string
}

/** What a form says and offers where others saved what it holds. */
export interface SavedMeanwhileProps<Values> {
  /** Why the save failed. */
  error: unknown
  revision: FormRevision
  /** Reads what stands now; undefined where it is gone. */
  read: () => Promise<Standing<Values> | undefined>
  /** In what it differs from what was typed. */
  differences: (theirs: Values) => readonly Difference[]
  /** Puts what stands now into the form, in place of what was typed. */
  onTake: (theirs: Values) => void
  /** Saves once more what was typed. */
  onOverwrite: () => void
  isSaving: boolean
  /** What is said and offered where it is gone by now; without it, that alone. */
  thing?: DeletedThing | undefined
}

/**
 * Says in a form that others saved meanwhile, who and when, and in what that differs. Nothing of what was typed goes unless
 * its person takes over what stands now; or they save over it, having seen it.
 */
export function SavedMeanwhile<Values>(props: SavedMeanwhileProps<Values>) {
  const { error, revision, read, differences, onTake, onOverwrite, isSaving, thing } = props
  const { t, i18n } = useTranslation('ui')
  const name = useId()
  const refusal = savedMeanwhile(error)
  const { by, at, revision: newest } = refusal?.details ?? {}
  const now = useQuery({
    queryKey: ['saved meanwhile', name, newest],
    queryFn: async () => (await read()) ?? null,
    enabled: refusal !== undefined,
    gcTime: 0,
  })
  if (refusal === undefined) return null
  const time = at === undefined ? '' : formatDateTime(at, i18n.language)
  const standing = now.data
  if (standing === null && thing) return <DeletedNote {...thing} />
  return (
    <Alert
      ref={comeIntoView}
      color="orange"
      role="alert"
      icon={<IconUsers size={18} aria-hidden />}
      title={by === undefined ? t('meanwhile.title') : t('meanwhile.titleBy', { by, time })}
    >
      <Stack gap="xs">
        <Text size="sm">{standing === null ? t('meanwhile.gone') : t('meanwhile.kept')}</Text>
        <FailureNote error={now.error} />
        {now.isPending ? <Skeleton height={20} /> : null}
        {standing ? <Differences list={differences(standing.values)} /> : null}
        {standing ? (
          <Group gap="xs">
            <Button
              variant="default"
              size="xs"
              onClick={() => {
                revision.standOn(standing.revision)
                onTake(standing.values)
              }}
            >
              {t('meanwhile.take')}
            </Button>
            <Button
              color="red"
              size="xs"
              loading={isSaving}
              onClick={() => {
                revision.standOn(standing.revision)
                onOverwrite()
              }}
            >
              {t('meanwhile.overwrite')}
            </Button>
          </Group>
        ) : null}
        {now.error ? (
          <Button variant="default" size="xs" onClick={() => void now.refetch()}>
            {t('retry')}
          </Button>
        ) : null}
      </Stack>
    </Alert>
  )
}

function Differences({ list }: { list: readonly Difference[] }) {
  const { t } = useTranslation('ui')
  if (list.length === 0) return <Text size="sm">{t('meanwhile.same')}</Text>
  return (
    <List size="sm">
      {list.map(({ label, theirs }) => (
        <List.Item key={label}>
          {theirs === ''
            ? t('meanwhile.emptyField', { label })
            : t('meanwhile.field', { label, text: theirs })}
        </List.Item>
      ))}
    </List>
  )
}
