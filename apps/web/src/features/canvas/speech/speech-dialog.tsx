import { Stack, Tabs } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../ui/dialog.tsx'
import { useConfigurable } from '../session/use-configurable.ts'
import { SpeechSettingForm } from './speech-setting-form.tsx'
import '../dialogs/settings-dialog.css'

/** Who writes down what is spoken to a flow, and who reads its answers out. In force at once. */
export function SpeechDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('canvas')
  const { lacksRight } = useConfigurable()
  return (
    <Dialog onClose={onClose} size="lg" title={t('speech.title')} closesOutside={false}>
      <Stack gap="md">
        <p className="flow-settings-words">{t('speech.intro')}</p>
        {lacksRight ? <p className="flow-settings-words">{t('settings.needsRight')}</p> : null}
        <Tabs defaultValue="speechToText" keepMounted>
          <Tabs.List aria-label={t('speech.title')}>
            <Tabs.Tab value="speechToText">{t('speech.speechToText.tab')}</Tabs.Tab>
            <Tabs.Tab value="textToSpeech">{t('speech.textToSpeech.tab')}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="speechToText" pt="md">
            <SpeechSettingForm setting="speechToText" />
          </Tabs.Panel>
          <Tabs.Panel value="textToSpeech" pt="md">
            <SpeechSettingForm setting="textToSpeech" />
          </Tabs.Panel>
        </Tabs>
      </Stack>
    </Dialog>
  )
}
