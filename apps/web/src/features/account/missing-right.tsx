import { Text } from '@mantine/core'
import { countsInOrganization } from '@runnel/contract'
import { useTranslation } from 'react-i18next'
import { useViewer } from '../../session/use-viewer.ts'
import { findCurrentEntry } from '../../shell/menu-entries.ts'
import { usePermissionWords } from '../../ui/permissions/use-permission-words.ts'
import { listMissingRights } from './list-missing-rights.ts'

/** Which right the page that was asked for needs, and the person has not. */
export function MissingRight({ from }: { from: string | undefined }) {
  const { t } = useTranslation(['account', 'shell'])
  const { nameOf } = usePermissionWords()
  const viewer = useViewer()
  const entry = findCurrentEntry(from?.split(/[?#]/)[0] ?? '')
  const missing = listMissingRights(viewer, entry)
  if (entry === undefined || missing.length === 0) return null
  const rights = missing.map(nameOf)
  return (
    <Text className="page-message-text">
      {t(missing.some(countsInOrganization) ? 'unauthorized.missingEverywhere' : 'unauthorized.missing', {
        page: t(`shell:entries.${entry.id}`),
        rights: rights
          .map(({ category, permission }) => `${category}: ${permission}`)
          .join(t('unauthorized.or')),
      })}
    </Text>
  )
}

/**
 * Who can give a right, without names: a list of people is not everybody's to read. Where the kind of the installation
 * closes a page, no administrator opens it.
 */
export function AskWhom({ ofPlatform = false }: { ofPlatform?: boolean }) {
  const { t } = useTranslation('account')
  return (
    <Text c="dimmed" className="page-message-text">
      {t(ofPlatform ? 'unauthorized.askOperator' : 'unauthorized.askAnyone')}
    </Text>
  )
}
