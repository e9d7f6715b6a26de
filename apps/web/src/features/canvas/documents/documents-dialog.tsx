import { Checkbox, Group, Radio, Stack, Switch } from '@mantine/core'
import {
  DOCUMENT_TYPES,
  endingsOfTypes,
  isJsonObject,
  MAX_DOCUMENT_MB,
  readDocumentRules,
  writeDocumentRules,
} from '@runnel/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../ui/dialog.tsx'
import { SettingsSaveLine } from '../dialogs/settings-save-line.tsx'
import { useCanvasSession, useEditor } from '../session/canvas-session.ts'
import { useConfigurable } from '../session/use-configurable.ts'
import { readChatSettings } from './chat-settings.ts'

/** Which documents people may give with their questions, as text. In force at once. */
export function DocumentsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('canvas')
  const { drafts } = useCanvasSession()
  const { isFixed, lacksRight } = useConfigurable()
  const settings = readChatSettings(useEditor(({ head }) => head.chatbotConfig))
  const kept = isJsonObject(settings.fullFileUpload) ? settings.fullFileUpload : {}
  // Those that were chosen before it was switched off are chosen still.
  const listed = readDocumentRules({ fullFileUpload: { ...kept, status: true } })
  const [isOn, setIsOn] = useState(kept.status === true)
  const [types, setTypes] = useState(listed.types.length === 0 ? [...DOCUMENT_TYPES] : listed.types)
  const [perPage, setPerPage] = useState(listed.perPage)
  const save = useMutation({ mutationFn: (text: string) => drafts.setChat(text) })
  const changed = () => save.reset()
  const lacksType = isOn && types.length === 0
  return (
    <Dialog onClose={onClose} title={t('documents.title')} closesOutside={false}>
      <form
        onChange={changed}
        onSubmit={(event) => {
          event.preventDefault()
          const fullFileUpload = writeDocumentRules(kept, { isOn, types, perPage })
          save.mutate(JSON.stringify({ ...settings, fullFileUpload }))
        }}
      >
        <Stack gap="md">
          <p className="flow-settings-words">{t('documents.intro')}</p>
          <Switch
            label={t('documents.isOn')}
            checked={isOn}
            disabled={isFixed}
            onChange={(event) => setIsOn(event.currentTarget.checked)}
          />
          {isOn ? (
            <>
              <Checkbox.Group
                label={t('documents.types')}
                description={t('documents.typesHelp', { max: MAX_DOCUMENT_MB })}
                value={types}
                onChange={setTypes}
              >
                <Group gap="sm" mt={8}>
                  {DOCUMENT_TYPES.map((type) => (
                    <Checkbox key={type} value={type} label={endingsOfTypes([type])[0]} disabled={isFixed} />
                  ))}
                </Group>
              </Checkbox.Group>
              <Radio.Group
                label={t('documents.pdf')}
                value={perPage ? 'perPage' : 'perFile'}
                onChange={(usage) => setPerPage(usage === 'perPage')}
              >
                <Group gap="sm" mt={8}>
                  <Radio value="perFile" label={t('documents.perFile')} disabled={isFixed} />
                  <Radio value="perPage" label={t('documents.perPage')} disabled={isFixed} />
                </Group>
              </Radio.Group>
            </>
          ) : null}
          <p className="flow-settings-words">{t('documents.search')}</p>
          {lacksRight ? <p className="flow-settings-words">{t('settings.needsRight')}</p> : null}
          {isFixed ? null : (
            <SettingsSaveLine save={save} lacking={lacksType ? t('documents.needsType') : undefined} />
          )}
        </Stack>
      </form>
    </Dialog>
  )
}
