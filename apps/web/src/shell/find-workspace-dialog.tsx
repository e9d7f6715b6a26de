import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSessionStore } from '../session/session-store.ts'
import { switchWorkspace } from '../session/switch-workspace.ts'
import { Dialog } from '../ui/dialog.tsx'
import { DialogFoot } from '../ui/dialog-foot.tsx'
import { CancelButton } from '../ui/unsaved.tsx'
import { WorkspaceSelect } from '../ui/workspaces/workspace-select.tsx'

/** Goes to one of more workspaces than a menu holds. */
export function FindWorkspaceDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shell')
  const active = useSessionStore(({ user }) => user?.activeWorkspaceId)
  const [id, setId] = useState<string>()
  return (
    <Dialog title={t('switch.label')} onClose={onClose} size="sm">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onClose()
          if (id !== undefined && id !== active) void switchWorkspace(id)
        }}
      >
        <WorkspaceSelect
          label={t('workspace')}
          value={id ?? active}
          hasFocus
          onChoose={(chosen) => setId(chosen.id)}
        />
        <DialogFoot>
          <CancelButton />
          <Button type="submit" disabled={id === undefined || id === active}>
            {t('switch.open')}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}
