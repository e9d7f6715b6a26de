import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Copyable } from '../../ui/copyable.tsx'

/** What to register with the provider: our call-back address, for SAML also our name. */
export function CallbackAddress({
  callbackURL,
  entityId,
}: {
  callbackURL: string
  entityId?: string | undefined
}) {
  const { t } = useTranslation('sign-on')
  const addresses = [
    ...(entityId === undefined ? [] : [{ name: t('ownEntityId'), address: entityId }]),
    { name: t(entityId === undefined ? 'callback' : 'acs'), address: callbackURL },
  ]
  return (
    <div className="sign-on-callback">
      <Text size="sm">{t('register')}</Text>
      <dl>
        {addresses.map(({ name, address }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <Copyable text={address} label={t('copyAddress', { name })} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
