import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ChangeAddress, PeopleAddress } from '../../app/list-address.ts'

const ORDERS = ['newest', 'name', 'email', 'lastLogin'] as const

interface PeopleOrderProps {
  address: PeopleAddress
  onAddress: ChangeAddress<PeopleAddress>
}

/** The order of a list of people. */
export function PeopleOrder({ address, onAddress }: PeopleOrderProps) {
  const { t } = useTranslation(['people', 'ui'])
  return (
    <NativeSelect
      aria-label={t('ui:order.label')}
      w={170}
      data={ORDERS.map((value) => ({ value, label: t(`order.${value}`) }))}
      value={address.sort ?? 'newest'}
      onChange={({ currentTarget: { value } }) => {
        const sort = ORDERS.find((each) => each === value && each !== 'newest')
        onAddress({ sort: sort === 'newest' ? undefined : sort, direction: undefined, page: undefined })
      }}
    />
  )
}
