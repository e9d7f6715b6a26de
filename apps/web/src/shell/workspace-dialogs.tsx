import { Button, Group, Loader, NativeSelect, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mayLeavePage } from '../session/leave-question.ts'
import { leaveTo } from '../session/leave-to.ts'
import { listOrganizations, listWorkspacesIn, tellsOrganization } from '../session/organizations.ts'
import { platformQuery } from '../session/platform.ts'
import { useSessionStore } from '../session/session-store.ts'
import { sortWorkspaces } from '../session/sort-workspaces.ts'
import { switchOrganization, switchWorkspace } from '../session/switch-workspace.ts'
import { signOut } from '../session/use-sign-out.ts'
import { useWorkspaceStep, type WorkspacePlace } from '../session/workspace-state.ts'
import { Dialog } from '../ui/dialog.tsx'
import { DialogFoot } from '../ui/dialog-foot.tsx'
import { WorkspaceSelect } from '../ui/workspaces/workspace-select.tsx'

/** The switch is on its way: nothing else can be done meanwhile. */
export function SwitchingDialog({ to }: { to: 'workspace' | 'organization' }) {
  const { t } = useTranslation('shell')
  return (
    <Dialog title={t(to === 'workspace' ? 'switch.switching' : 'switch.switchingOrganization')} size="sm">
      <Group gap="sm" role="status">
        <Loader size="sm" />
        <Text>{t('switch.wait')}</Text>
      </Group>
    </Dialog>
  )
}

/** The switch failed: whoever cannot tell where they are signs in anew. */
export function SwitchErrorDialog({ message }: { message: string }) {
  const { t } = useTranslation('shell')
  const { data: platform } = useQuery(platformQuery)
  return (
    <Dialog title={t('switch.errorTitle')}>
      <Text role="alert" className="preserve-lines">
        {message || t('switch.failed')}
      </Text>
      {platform === 'enterprise' ? <Text mt="xs">{t('switch.contact')}</Text> : null}
      <DialogFoot>
        <LogoutButton />
      </DialogFoot>
    </Dialog>
  )
}

/** The workspace of the page is not the person's any more, or their session left it: another is asked for. */
export function UnavailableDialog({ place }: { place: Exclude<WorkspacePlace, 'here'> }) {
  const { t } = useTranslation('shell')
  const { user, shownWorkspaceId } = useSessionStore()
  const { data: platform } = useQuery(platformQuery)
  const organizations = tellsOrganization(platform, user) ? listOrganizations(user) : []
  const hasChoice = organizations.length > 1 && user !== null
  const workspaces = hasChoice
    ? listWorkspacesIn(user, user.activeOrganizationId)
    : sortWorkspaces(user?.assignedWorkspaces ?? [])
  const [chosen, setChosen] = useState<string>()
  const id = chosen ?? (place === 'left' ? shownWorkspaceId : undefined) ?? workspaces[0]?.id
  if (id === undefined)
    return (
      <Dialog title={t('unavailable.title')}>
        <Text>{t('unavailable.none')}</Text>
        <DialogFoot>
          <LogoutButton />
        </DialogFoot>
      </Dialog>
    )
  return (
    <Dialog title={t('unavailable.title')}>
      <Text mb="md">{t(`unavailable.${place}`)}</Text>
      {hasChoice ? (
        <NativeSelect
          label={t('organization')}
          mb="md"
          data-autofocus
          data={organizations.map((each) => ({ value: each.id, label: each.name }))}
          value={user.activeOrganizationId}
          onChange={({ currentTarget }) => void switchOrganization(currentTarget.value)}
        />
      ) : null}
      {user?.hasMoreWorkspaces ? (
        <WorkspaceSelect
          label={t('unavailable.choose')}
          hasFocus={!hasChoice}
          value={id}
          onChoose={(choice) => setChosen(choice.id)}
        />
      ) : (
        <NativeSelect
          label={t('unavailable.choose')}
          data-autofocus={hasChoice ? undefined : true}
          data={workspaces.map((each) => ({ value: each.id, label: each.name }))}
          value={id}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        />
      )}
      <DialogFoot>
        <Button onClick={() => void switchWorkspace(id)}>
          {t(id === shownWorkspaceId ? 'unavailable.back' : 'unavailable.open')}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

function LogoutButton() {
  const { t } = useTranslation('shell')
  return (
    <Button
      data-autofocus
      onClick={async () => {
        if (!(await mayLeavePage())) return
        const target = await signOut(t)
        useWorkspaceStep.setState({ step: { kind: 'none' } })
        leaveTo(target)
      }}
    >
      {t('user.logout')}
    </Button>
  )
}
