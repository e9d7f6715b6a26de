import { Badge } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { BreakableText } from '../../ui/breakable-text.tsx'
import './people.css'

interface PersonNameProps {
  user: { name: string; email: string }
  isOrgOwner: boolean
  isSelf?: boolean
}

/** A person in a list: name, address, and what they are in the organisation. */
export function PersonName({ user, isOrgOwner, isSelf = false }: PersonNameProps) {
  const { t } = useTranslation('people')
  return (
    <>
      <span className="person-name">
        <span>
          <BreakableText text={user.name || user.email} />
          {isSelf ? <span className="person-note"> ({t('you')})</span> : null}
        </span>
        {isOrgOwner ? (
          <Badge variant="light" size="sm">
            {t('administrator')}
          </Badge>
        ) : null}
      </span>
      <span className="person-email">
        <BreakableText text={user.email} />
      </span>
    </>
  )
}
