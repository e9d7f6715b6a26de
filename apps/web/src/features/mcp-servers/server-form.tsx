import { Alert, Button, Select, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { McpServer, McpServerDetail } from '@runnel/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../app/api.ts'
import { apiErrorMessage } from '../../ui/api-error-message.ts'
import { DialogFoot } from '../../ui/dialog-foot.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { notify } from '../../ui/notifications/notify.ts'
import { CancelButton, Unsaved } from '../../ui/unsaved.tsx'
import { HeaderRows } from './header-rows.tsx'
import { bodyOf, draftOf, emptyDraft, findAddressFault, newHeader, type ServerDraft } from './server-draft.ts'
import { refreshServers } from './server-queries.ts'
import { ServerState } from './server-state.tsx'

interface ServerFormProps {
  server: McpServerDetail | undefined
  onClose: () => void
}

/** What is known of a server: its state, and the place that a save names. */
type KnownServer = Pick<McpServer, 'id' | 'revision' | 'status'>

/** The fields of a server. Saving connects it; one that is saved and cannot be connected stays open with the reason. */
export function ServerForm({ server, onClose }: ServerFormProps) {
  const { t } = useTranslation('mcp-servers')
  const [known, setKnown] = useState<KnownServer | undefined>(server)
  const form = useForm<ServerDraft>({
    initialValues: server ? draftOf(server) : emptyDraft(),
    validate: {
      name: (name) => (name.trim() === '' ? t('form.nameMissing') : null),
      url: (url) => {
        const fault = findAddressFault(url, server?.serverUrl ?? '')
        return fault === undefined ? null : t(`form.url.${fault}`)
      },
      headers: (headers, { authType }) => {
        if (authType === 'NONE') return null
        return headers.length > 0 && headers.every(({ name }) => name.trim() !== '')
          ? null
          : t('headers.missing')
      },
    },
  })
  const save = useMutation({
    mutationFn: async (values: ServerDraft) => {
      const saved = await saveServer(known, values)
      setKnown(saved)
      // From here on what goes wrong is the connection: the server is in the list.
      form.resetDirty()
      await connect(saved.id, setKnown, t('form.savedOnly'))
      return saved
    },
    onSuccess: async ({ id, name }) => {
      notify.success(t('form.done', { name }), id)
      onClose()
    },
    onSettled: refreshServers,
  })
  const { authType, headers } = form.values
  const chooseKind = (kind: string | null) => {
    form.setFieldValue('authType', kind === 'CUSTOM_HEADERS' ? kind : 'NONE')
    if (kind === 'CUSTOM_HEADERS' && headers.length === 0) form.setFieldValue('headers', [newHeader()])
  }
  return (
    <form noValidate onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <Unsaved isChanged={form.isDirty()} />
      <Stack gap="md">
        <FailureNote error={save.error} />
        {known ? <ServerState status={known.status} /> : null}
        <TextInput
          label={t('form.name')}
          required
          maxLength={40}
          data-autofocus
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <TextInput
          label={t('form.address')}
          description={t(server ? 'form.addressKept' : 'form.addressHelp')}
          required
          maxLength={4_000}
          autoComplete="off"
          placeholder={t('form.addressExample')}
          {...form.getInputProps('url')}
        />
        <Select
          label={t('form.authentication')}
          allowDeselect={false}
          data={[
            { value: 'NONE', label: t('form.none') },
            { value: 'CUSTOM_HEADERS', label: t('form.customHeaders') },
          ]}
          value={authType}
          onChange={chooseKind}
        />
        {authType === 'CUSTOM_HEADERS' ? (
          <HeaderRows
            headers={headers}
            showsFaults={form.errors.headers !== undefined}
            onChange={(next) => form.setFieldValue('headers', next)}
          />
        ) : null}
        {form.errors.headers ? <Alert color="red">{form.errors.headers}</Alert> : null}
      </Stack>
      <DialogFoot>
        <CancelButton />
        <Button type="submit" loading={save.isPending}>
          {t(known ? 'form.saveAndConnect' : 'form.addAndConnect')}
        </Button>
      </DialogFoot>
    </form>
  )
}

function saveServer(known: KnownServer | undefined, values: ServerDraft): Promise<McpServer> {
  const body = bodyOf(values)
  return known === undefined
    ? api.createMcpServer({ body })
    : api.updateMcpServer({ params: { id: known.id }, body }, { ifMatch: known.revision })
}

/** @throws Error that says that the server is saved, and why it is not connected */
async function connect(id: string, onState: (server: KnownServer) => void, savedOnly: string): Promise<void> {
  try {
    onState(await api.authoriseMcpServer({ params: { id } }))
  } catch (error) {
    onState(await api.getMcpServer({ params: { id } }))
    throw new Error(`${savedOnly}\n${apiErrorMessage(error)}`, { cause: error })
  }
}
