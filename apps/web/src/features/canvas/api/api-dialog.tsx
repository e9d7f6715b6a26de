import { Alert, Stack, Switch, Tabs } from '@mantine/core'
import type { ApiKey } from '@runnel/contract'
import { IconLockOpen } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../app/api.ts'
import { CodeBlock } from '../../chat/markdown/code-block.tsx'
import '../../chat/markdown/markdown.css'
import { apiErrorMessage } from '../../../ui/api-error-message.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { notify } from '../../../ui/notifications/notify.ts'
import { useFocusReturn } from '../../../ui/use-focus-return.ts'
import { ApiKeyDialog } from '../../api-keys/api-key-dialog.tsx'
import { NewKeyDialog } from '../../api-keys/new-key-dialog.tsx'
import type { StartForm } from '../../chat/start-form.ts'
import { useCanvasSession, useEditor } from '../session/canvas-session.ts'
import { AccessSwitches } from './access-switches.tsx'
import { makeSnippet, type SnippetLanguage } from './api-snippets.ts'
import { exampleBody } from './example-body.ts'
import { FlowKeyField } from './flow-key-field.tsx'
import './api-dialog.css'

interface ApiDialogProps {
  flowId: string
  form: StartForm | undefined
  onClose: () => void
}

const languages: Record<SnippetLanguage, string> = {
  curl: 'curl',
  javascript: 'JavaScript',
  python: 'Python',
}

/** How to call the flow from a program, and with which key. A key is made in dialogs that take the place of this one. */
export function ApiDialog(props: ApiDialogProps) {
  const { t } = useTranslation('canvas')
  const { drafts } = useCanvasSession()
  const [isMaking, setIsMaking] = useState(false)
  const [made, setMade] = useState<ApiKey>()
  useFocusReturn(true)
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
        <Tabs defaultValue="curl">
          <Tabs.List aria-label={t('api.language')}>
            {Object.entries(languages).map(([language, label]) => (
              <Tabs.Tab key={language} value={language}>
                {label}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {(Object.keys(languages) as SnippetLanguage[]).map((language) => (
            <Tabs.Panel key={language} value={language} pt="sm" className="markdown">
              <CodeBlock language={languages[language]} text={makeSnippet(language, call)} />
            </Tabs.Panel>
          ))}
        </Tabs>
      </Stack>
    </Dialog>
  )
}
