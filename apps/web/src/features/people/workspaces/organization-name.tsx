import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../app/api.ts'
import { useViewer } from '../../../session/use-viewer.ts'
import { NameDialog } from '../../../ui/name-dialog.tsx'
import { notify } from '../../../ui/notifications/notify.ts'
import { organizationQuery, refreshPeople, refreshSelf } from '../people-queries.ts'

/** What the organisation is called, for its administrators to change. */
export function OrganizationName() {
  const { t } = useTranslation('people')
  const { isGlobal } = useViewer()
  const { data } = useQuery({ ...organizationQuery, enabled: isGlobal })
  const [isChanging, setIsChanging] = useState(false)
  if (!isGlobal || data === undefined) return null
  const { id } = data
  return (
    <>
      <Button
        variant="default"
        className="organization-name"
        leftSection={<IconPencil size={16} stroke={1.8} aria-hidden />}
        onClick={() => setIsChanging(true)}
      >
        {t('organization.change', { name: data.name })}
      </Button>
      {isChanging ? (
        <NameDialog
          title={t('organization.title')}
          label={t('organization.label')}
          submitLabel={t('save')}
          initialName={data.name}
          maxLength={100}
          onClose={() => setIsChanging(false)}
          revised={{ revision: data.revision, read: readStanding }}
          onSubmit={async (name, options) => {
            await api.updateOrganization({ body: { id, name } }, options)
            notify.success(t('organization.changed', { name }))
            await Promise.all([refreshPeople(), refreshSelf()])
          }}
        />
      ) : null}
    </>
  )
}

/** The organisation as it is called now. */
async function readStanding() {
  const { revision, name } = await api.getOrganization({ query: {} })
  return { revision, values: name }
}
