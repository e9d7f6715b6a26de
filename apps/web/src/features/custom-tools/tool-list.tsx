import { IconTool } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChangeAddress, UsedListAddress } from '../../app/list-address.ts'
import { ShownIf } from '../../session/shown-if.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { UsedListPage } from '../../ui/list/used-list-page.tsx'
import { ImportToolButton } from './import-tool-button.tsx'
import type { ToolWork } from './tool-dialog.tsx'
import { emptyDraft } from './tool-draft.ts'
import { toolListQuery } from './tool-queries.ts'
import { ToolTable } from './tool-table.tsx'

const ToolDialog = lazyPart(async () => (await import('./tool-dialog.tsx')).ToolDialog, {
  onFailed: ({ onClose }) => onClose(),
})

interface ToolListProps {
  address: UsedListAddress
  onAddress: ChangeAddress<UsedListAddress>
}

/** The custom tools of the workspace: make, change, try, copy, delete, as files, and which flows use them. */
export function ToolList({ address, onAddress }: ToolListProps) {
  const { t } = useTranslation('custom-tools')
  const [work, setWork] = useState<ToolWork>()
  return (
    <>
      <UsedListPage
        title={t('title')}
        text={t('text')}
        icon={IconTool}
        texts={{
          new: t('new'),
          emptyTitle: t('empty.title'),
          emptyText: t('empty.text'),
          first: t('empty.first'),
        }}
        permission="tools:create"
        onNew={() => setWork({ draft: emptyDraft() })}
        actions={
          <ShownIf permission="tools:create">
            <ImportToolButton onRead={(draft) => setWork({ draft })} />
          </ShownIf>
        }
        list={useQuery(toolListQuery(address))}
        address={address}
        onAddress={onAddress}
      >
        {(tools) => <ToolTable tools={tools} onOpen={setWork} />}
      </UsedListPage>
      {work ? <ToolDialog work={work} onClose={() => setWork(undefined)} /> : null}
    </>
  )
}
