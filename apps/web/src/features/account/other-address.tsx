import { Alert, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { OutsideLink } from '../../ui/outside-link.tsx'
import { AccountCard } from './account-card.tsx'

/** Says that the page was opened under another address than the installation has, and leads to that. */
export function OtherAddress({ opensAt }: { opensAt: string }) {
  const { t } = useTranslation('account')
  return (
    <AccountCard title={t('setUp.title')} text={t('setUp.elsewhereText')}>
      <Stack gap="md">
        <Alert color="orange">{t('setUp.elsewhere')}</Alert>
        <OutsideLink address={opensAt}>{opensAt}</OutsideLink>
      </Stack>
    </AccountCard>
  )
}
