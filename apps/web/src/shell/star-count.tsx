import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatCount } from '../ui/format-count.ts'
import { OutsideLink } from '../ui/outside-link.tsx'
import { countStars } from './count-stars.ts'

/** How many stars the product's repository has; nothing until that is known, and where it cannot be asked. */
export function StarCount({ address }: { address: string }) {
  const { t, i18n } = useTranslation('shell')
  const { data } = useQuery({
    queryKey: ['stars', address],
    queryFn: ({ signal }) => countStars(address, signal),
    retry: false,
    staleTime: 600_000,
  })
  if (!data) return null
  return (
    <Text mt="sm">
      <OutsideLink address={data.htmlUrl}>
        {t('version.stars', { count: data.stars, shown: formatCount(data.stars, i18n.language) })}
      </OutsideLink>
    </Text>
  )
}
