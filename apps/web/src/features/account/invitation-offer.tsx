import { Alert, List } from '@mantine/core'
import type { InvitationOffer as Offer } from '@runnel/contract'
import { IconMailOpened } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { nameOfRole } from '../../ui/permissions/name-of-role.ts'

/** Says by whom somebody is invited, to what, and as what. */
export function InvitationOffer({ offer }: { offer: Offer }) {
  const { t } = useTranslation('account')
  const { inviter, organization, places, morePlaces } = offer
  const [first, ...others] = places.map(({ workspace, role }) => ({
    workspace: workspace.name,
    role: nameOfRole(role.name),
  }))
  const told = { ...first, house: organization.name }
  return (
    <Alert color="blue" icon={<IconMailOpened size={18} />} className="invitation-offer">
      {inviter
        ? t('offer.by', { ...told, name: inviter.name || inviter.email, email: inviter.email })
        : t('offer.plain', told)}
      {others.length > 0 ? (
        <>
          <p>{t('offer.others')}</p>
          <List size="sm">
            {others.map(({ workspace, role }) => (
              <List.Item key={`${workspace} ${role}`}>{t('offer.place', { workspace, role })}</List.Item>
            ))}
            {morePlaces > 0 ? <List.Item>{t('offer.more', { number: morePlaces })}</List.Item> : null}
          </List>
        </>
      ) : null}
    </Alert>
  )
}
