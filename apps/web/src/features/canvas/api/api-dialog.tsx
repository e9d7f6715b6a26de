import { Alert, Stack, Switch } from '@mantine/core'
import type { ApiKey } from '@runnel/contract'
import { IconLockOpen } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../app/api.ts'
import { apiErrorMessage } from '../../../ui/api-error-message.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { notify } from '../../../ui/notifications/notify.ts'
import { ApiKeyDialog } from '../../api-keys/api-key-dialog.tsx'
import { NewKeyDialog } from '../../api-keys/new-key-dialog.tsx'
import { SampleTabs } from '../../api-samples/sample-tabs.tsx'
import type { StartForm } from '../../chat/start-form.ts'
import { useCanvasSession, useEditor } from '../session/canvas-session.ts'
import { AccessSwitches } from './access-switches.tsx'
import { makeSnippet } from './api-snippets.ts'
import { exampleBody } from './example-body.ts'
import { FlowKeyField } from './flow-key-field.tsx'
import './api-dialog.css'

interface ApiDialogProps {
  flowId: string
  form: StartForm | undefined
  onClose: () => void
}

/** How to call the flow from a program, and with which key. A key is made in dialogs that take the place of this one. */
export function ApiDialog(props: ApiDialogProps) {
  const { t } = useTranslation('canvas')
  const { drafts } = useCanvasSession()
  const [isMaking, setIsMaking] = useState(false)
  const [made, setMade] = useState<ApiKey>()
  const demandMade = (apiKey: ApiKey) => {
    setMade(apiKey)
    drafts.setKey(apiKey.id).catch((error: unknown) => {
      notify.error(t('api.key.failed', { reason: apiErrorMessage(error) }))
    })
  }
  if (made) return <NewKeyDialog apiKey={made} onClose={() => setMade(undefined)} />
  if (isMaking) return <ApiKeyDialog onClose={() => setIsMaking(false)} onMade={demandMade} />
  return <CallDialog {...props} onMakeKey={() => setIsMaking(true)} />
}

function CallDialog({ flowId, form, onClose, onMakeKey }: ApiDialogProps & { onMakeKey: () => void }) {
  const { t } = useTranslation('canvas')
  const needsKey = useEditor(({ head }) => head.keyId !== undefined)
  const [isStreamed, setIsStreamed] = useState(false)
  const address = new URL(api.addressOf('predict', { params: { id: flowId } }), location.origin).href
  const call = { address, body: exampleBody(form), streamed: isStreamed, needsKey }
  return (
    <Dialog onClose={onClose} size="lg" title={t('api.title')}>
      <Stack gap="md">
        {needsKey ? null : (
          <Alert color="orange" icon={<IconLockOpen size={18} stroke={1.8} />} title={t('api.openTitle')}>
            {t('api.openText')}
          </Alert>
        )}
        <FlowKeyField onMakeKey={onMakeKey} />
        <AccessSwitches />
        <Switch
          label={t('api.streamed')}
          description={t('api.streamedHelp')}
          checked={isStreamed}
          onChange={(event) => setIsStreamed(event.currentTarget.checked)}
        />
        <SampleTabs label={t('api.language')} write={(language) => makeSnippet(language, call)} />
      </Stack>
    </Dialog>
  )
}
