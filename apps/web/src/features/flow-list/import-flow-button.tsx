import { Button, FileButton } from '@mantine/core'
import type { Chatflow } from '@runnel/contract'
import { IconUpload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../app/api.ts'
import { apiErrorMessage } from '../../ui/api-error-message.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { notify } from '../../ui/notifications/notify.ts'
import { type FlowListKind, listedTypes } from './flow-kind.ts'
import { refreshFlowLists } from './flow-queries.ts'
import { readFlowFile } from './read-flow-file.ts'

const ImportReport = lazyPart(async () => (await import('./import-report.tsx')).ImportReport, {
  onFailed: ({ onClose }) => onClose(),
})

interface ImportFlowButtonProps {
  kind: FlowListKind
  /** Puts the cards of a flow file apart, where ours would cover each other. */
  arrange: (flowFile: string) => Promise<string>
}

/** Imports a flow from a file and shows what was repaired or is still wrong. */
export function ImportFlowButton({ kind, arrange }: ImportFlowButtonProps) {
  const { t } = useTranslation('flows')
  const forgetChoice = useRef<() => void>(null)
  const [imported, setImported] = useState<Chatflow>()
  const load = useMutation({
    mutationFn: async (file: File) => {
      const body = file.name.toLowerCase().endsWith('.json')
        ? readFlowFile(await file.text(), file.name, kind)
        : undefined
      if (body === undefined) throw new Error(t('import.invalid'))
      const flowData = await arrange(body.flowData ?? '')
      return api.createChatflow({ body: { ...body, flowData } })
    },
    onSuccess: async (flow) => {
      if (flow.problems?.length) setImported(flow)
      const isListed = listedTypes[kind].some((type) => type === flow.type)
      if (isListed) notify.success(t('import.done', { name: flow.name }))
      else notify.info(t('import.elsewhere', { name: flow.name, kind: t(`kind.${flow.type}`) }))
      await refreshFlowLists()
    },
    onError: (error) => notify.error(t('import.failed', { message: apiErrorMessage(error) })),
  })
  return (
    <>
      <FileButton
        accept="application/json,.json"
        resetRef={forgetChoice}
        onChange={(file) => {
          // Else the browser would not tell of the same file when it is chosen again.
          forgetChoice.current?.()
          if (file) load.mutate(file)
        }}
      >
        {(props) => (
          <Button
            {...props}
            variant="default"
            loading={load.isPending}
            leftSection={<IconUpload size={16} stroke={1.8} />}
          >
            {t('import.button')}
          </Button>
        )}
      </FileButton>
      {imported ? <ImportReport flow={imported} onClose={() => setImported(undefined)} /> : null}
    </>
  )
}
