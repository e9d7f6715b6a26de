import { Button, Divider } from '@mantine/core'
import { loginProviders, type SignOnProvider } from '@runnel/contract'
import {
  IconBrandAuth0,
  IconBrandAzure,
  IconBrandGithub,
  IconBrandGoogle,
  IconShieldLock,
  type TablerIcon,
} from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { api } from '../../app/api.ts'

const icons: Readonly<Record<SignOnProvider, TablerIcon>> = {
  azure: IconBrandAzure,
  google: IconBrandGoogle,
  auth0: IconBrandAuth0,
  github: IconBrandGithub,
  oidc: IconShieldLock,
  saml: IconShieldLock,
}

const buttonsQuery = (organizationId: string | undefined) =>
  queryOptions({
    queryKey: ['visitor', 'sign-on', organizationId],
    queryFn: ({ signal }) =>
      api.getDefaultLoginMethods({ query: organizationId ? { organizationId } : {} }, { signal }),
  })

/** The token of the invitation to whose link somebody goes back: who has no place yet is let in by it. */
function invitationIn(from: string | undefined): string | undefined {
  const [page, query] = from?.split('?') ?? []
  return page === '/register' ? (new URLSearchParams(query).get('token') ?? undefined) : undefined
}

/** How a way is offered to which its organisation gave no name. */
function tellWay(t: TFunction<'account'>, providerName: SignOnProvider): string {
  const { name, protocol } = loginProviders[providerName]
  return protocol ? t(`signOn.protocol.${protocol}`) : t('signOn.by', { name })
}

/** The ways to sign in by a provider; nothing where there are none, or while they are unknown: the password stays. */
export function SignOnButtons({
  organizationId,
  from,
}: {
  organizationId: string | undefined
  from: string | undefined
}) {
  const { t } = useTranslation('account')
  const { data } = useQuery(buttonsQuery(organizationId))
  const buttons = data?.buttons ?? []
  if (buttons.length === 0) return null
  return (
    <div className="sign-on-buttons">
      <Divider label={t('signOn.or')} />
      {buttons.map((button) => {
        const Icon = icons[button.providerName]
        return (
          <Button
            key={button.providerName}
            component="a"
            variant="default"
            // A whole page, not a call: the browser goes to the provider and comes back.
            href={api.addressOf('beginSignOn', {
              params: { providerName: button.providerName },
              query: { organizationId, from, invitation: invitationIn(from) },
            })}
            leftSection={<Icon size={18} stroke={1.8} aria-hidden />}
          >
            {button.label ?? tellWay(t, button.providerName)}
          </Button>
        )
      })}
    </div>
  )
}
