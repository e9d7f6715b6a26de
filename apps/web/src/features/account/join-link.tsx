import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { platformQuery, sendsMailQuery } from '../../session/platform.ts'

/** Leads from the sign-in to where accounts are made: by everybody, or with an invitation. On open source there is neither. */
export function JoinLink() {
  const { t } = useTranslation('account')
  const { data: platform } = useQuery(platformQuery)
  const { data: sendsMail } = useQuery(sendsMailQuery)
  const isOpen = platform === 'cloud' && sendsMail === true
  if (!isOpen && platform !== 'enterprise') return null
  return (
    <Anchor component={Link} to="/register" className="account-link">
      {t(isOpen ? 'signIn.signUp' : 'signIn.register')}
    </Anchor>
  )
}
