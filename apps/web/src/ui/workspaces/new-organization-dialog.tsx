import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { api } from '../../app/api.ts'
import { makeId } from '../../make-id.ts'
import { renewSession } from '../../session/renew-session.ts'
import { switchWorkspace } from '../../session/switch-workspace.ts'
import { NameDialog } from '../name-dialog.tsx'

/**
 * Makes an organisation and goes to its first workspace. Whoever would lose work by that, and stays, finds it in the
 * switcher.
 */
export function NewOrganizationDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shell')
  return (
    <NameDialog
      title={t('newOrganization.title')}
      label={t('newOrganization.label')}
      submitLabel={t('newOrganization.create')}
      initialName=""
      maxLength={100}
      onClose={onClose}
      onSubmit={async (name) => {
        const made = await api.createOrganization({ body: { name } }, { idempotencyKey: makeId() })
        await showInSwitcher()
        void switchWorkspace(made.workspaceId)
      }}
    >
      <Text mb="md">{t('newOrganization.text')}</Text>
    </NameDialog>
  )
}

/** The organisation is there, whether or not this page can be told: the next page asks anew. */
async function showInSwitcher(): Promise<void> {
  try {
    await renewSession()
  } catch {
    // The switch that follows tells what is wrong.
  }
}
