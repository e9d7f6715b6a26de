import { Center, Loader } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** A page whose code or data is on its way. */
export function PageLoading() {
  const { t } = useTranslation()
  return (
    <Center mih="40vh">
      <Loader role="status" aria-label={t('loading')} />
    </Center>
  )
}
