import { NativeSelect, Stack, Switch } from '@mantine/core'
import { listFileParams } from '@runnel/graph'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../app/api.ts'
import { SampleTabs } from '../../api-samples/sample-tabs.tsx'
import { writeUpsert } from '../../api-samples/write-upsert.ts'
import { useCanvasSession, useEditor } from '../session/canvas-session.ts'

interface FillApiProps {
  flowId: string
  stores: readonly { id: string; name: string }[]
}

/** How a program fills a store of the flow: as JSON, or with files in a form. */
export function FillApi({ flowId, stores }: FillApiProps) {
  const { t } = useTranslation('canvas')
  const { find } = useCanvasSession()
  const document = useEditor((state) => state.document)
  const [chosen, setChosen] = useState(stores[0]?.id ?? '')
  const [wantsFiles, setWantsFiles] = useState(true)
  const params = listFileParams(document, chosen, find)
  const hasFiles = params.length > 0 && wantsFiles
  const ending = params[0]?.endings[0] ?? '.pdf'
  const address = new URL(api.addressOf('upsertVectors', { params: { id: flowId } }), location.origin).href
  const sample = {
    address,
    fields: stores.length > 1 ? { stopNodeId: chosen } : {},
    hasFiles,
    fileName: `document${ending}`,
  }
  return (
    <Stack gap="md" pt="sm">
      <p className="fill-words">{t('fill.api.intro')}</p>
      {stores.length > 1 ? (
        <NativeSelect
          label={t('fill.api.store')}
          data={stores.map(({ id, name }) => ({ value: id, label: name }))}
          value={chosen}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
      ) : null}
      {params.length > 0 ? (
        <Switch
          label={t('fill.api.files')}
          description={t('fill.api.filesHelp')}
          checked={wantsFiles}
          onChange={(event) => setWantsFiles(event.currentTarget.checked)}
        />
      ) : null}
      <SampleTabs label={t('fill.api.language')} write={(language) => writeUpsert(language, sample)} />
      <p className="fill-words">{t(hasFiles ? 'fill.api.fieldsOfForm' : 'fill.api.fieldsOfJson')}</p>
    </Stack>
  )
}
