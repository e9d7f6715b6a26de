import { Button, FileButton } from '@mantine/core'
import type { Chatflow } from '@runnel/contract'
import { IconUpload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../app/api.ts'
import { makeId } from '../../make-id.ts'
import { apiErrorMessage } from '../../ui/api-error-message.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { notify } from '../../ui/notifications/notify.ts'
import type { FlowListKind } from './flow-kind.ts'
import { refreshFlowLists } from './flow-queries.ts'
import { readFlowFile } from './read-flow-file.ts'

const ImportReport = lazyPart(async () => (await import('./import-report.tsx')).ImportReport, {
  onFailed: ({ onClose }) => onClose(),
})

/** Imports a flow from a file and shows what was repaired or is still wrong. */
export function ImportFlowButton({ kind }: { kind: FlowListKind }) {
  const { t } = useTranslation('flows')
  const [imported, setImported] = useState<Chatflow>()
  const load = useMutation({
    mutationFn: async (file: File) => {
      const body = file.name.toLowerCase().endsWith('.json')
        ? readFlowFile(await file.text(), file.name, kind)
        : undefined
      if (body === undefined) throw new Error(t('import.invalid'))
      return api.createChatflow({ body }, { idempotencyKey: makeId() })
    },
    onSuccess: async (flow) => {
      if (flow.problems?.length) setImported(flow)
      notify.success(t('import.done', { name: flow.name }))
      await refreshFlowLists()
    },
    onError: (error) => notify.error(t('import.failed', { message: apiErrorMessage(error) })),
  })
  return (
    <>
      <FileButton accept="application/json,.json" onChange={(file) => file && load.mutate(file)}>
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
