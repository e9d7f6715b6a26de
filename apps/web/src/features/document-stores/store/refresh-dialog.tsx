import { Button, Checkbox, Group, NativeSelect, NumberInput, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { DocumentLoader } from '@runnel/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../app/api.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { DialogFoot } from '../../../ui/dialog-foot.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { notify } from '../../../ui/notifications/notify.ts'
import { showIssues, unplaced } from '../../../ui/show-issues.ts'
import { CancelButton, Unsaved } from '../../../ui/unsaved.tsx'
import { refreshStores } from '../store-queries.ts'
import { draftOfRefresh, type RefreshDraft, settingOfDraft } from './refresh-draft.ts'

interface RefreshDialogProps {
  storeId: string
  loader: DocumentLoader
  onClose: () => void
}

const CHOICES = ['never', 'hours', 'days', 'cron'] as const
/** The fields of the form whose values only the server can judge. */
const fieldOf = (path: string) => /^setting\.(cron|timeZone)$/.exec(path)?.[1]
const ownZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** Says when a loader is read again by itself. */
export function RefreshDialog({ storeId, loader, onClose }: RefreshDialogProps) {
  const { t } = useTranslation('document-stores')
  const form = useForm<RefreshDraft>({
    initialValues: draftOfRefresh(loader.refresh, ownZone()),
    validate: {
      hours: (hours, { every }) => (every === 'hours' ? faultOf(hours, 168) : null),
      days: (days, { every }) => (every === 'days' ? faultOf(days, 90) : null),
      at: (at, { every }) => (every === 'days' && at === '' ? t('schedule.missing') : null),
      cron: (cron, { every }) => (every === 'cron' && cron.trim() === '' ? t('schedule.missing') : null),
      timeZone: (zone, { every }) =>
        (every === 'days' || every === 'cron') && zone.trim() === '' ? t('schedule.missing') : null,
    },
  })
  const faultOf = (value: number | string, most: number) =>
    Number.isInteger(value) && Number(value) >= 1 && Number(value) <= most
      ? null
      : t('schedule.number', { most })
  const save = useMutation({
    mutationFn: (draft: RefreshDraft) =>
      api.setLoaderRefresh({
        params: { id: storeId, loaderId: loader.id },
        body: { setting: settingOfDraft(draft), paused: draft.paused },
      }),
    onSuccess: async () => {
      notify.success(t('schedule.saved', { name: loader.loaderName }))
      onClose()
      await refreshStores()
    },
    onError: (error) => showIssues(form, error, { fieldOf }),
  })
  const { every } = form.values
  return (
    <Dialog onClose={onClose} closesOutside={false} title={t('schedule.title', { name: loader.loaderName })}>
      <Unsaved isChanged={form.isDirty()} />
      <form noValidate onSubmit={form.onSubmit((draft) => save.mutate(draft))}>
        <Stack gap="md">
          <FailureNote error={unplaced(save.error, { fieldOf })} />
          <NativeSelect
            label={t('schedule.every')}
            description={t('schedule.help')}
            data-autofocus
            data={CHOICES.map((value) => ({ value, label: t(`schedule.choice.${value}`) }))}
            {...form.getInputProps('every')}
          />
          {every === 'hours' ? (
            <NumberInput label={t('schedule.hours')} min={1} max={168} {...form.getInputProps('hours')} />
          ) : null}
          {every === 'days' ? (
            <Group grow align="start">
              <NumberInput label={t('schedule.days')} min={1} max={90} {...form.getInputProps('days')} />
              <TextInput type="time" label={t('schedule.at')} {...form.getInputProps('at')} />
            </Group>
          ) : null}
          {every === 'cron' ? (
            <TextInput
              label={t('schedule.cron')}
              description={t('schedule.cronHelp')}
              maxLength={100}
              autoComplete="off"
              {...form.getInputProps('cron')}
            />
          ) : null}
          {every === 'days' || every === 'cron' ? (
            <TextInput
              label={t('schedule.timeZone')}
              description={t('schedule.timeZoneHelp')}
              maxLength={100}
              autoComplete="off"
              {...form.getInputProps('timeZone')}
            />
          ) : null}
          {every === 'never' ? null : (
            <Checkbox label={t('schedule.pause')} {...form.getInputProps('paused', { type: 'checkbox' })} />
          )}
          <DialogFoot>
            <CancelButton />
            <Button type="submit" loading={save.isPending}>
              {t('form.save')}
            </Button>
          </DialogFoot>
        </Stack>
      </form>
    </Dialog>
  )
}
