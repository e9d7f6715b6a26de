import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ChangeAddress, OrderedListAddress } from '../../app/list-address.ts'

/** What may be chosen, and what it is in the address. The first is that of a list without a wish. */
const ORDERS = {
  updatedDate: { sort: undefined, direction: undefined },
  createdDate: { sort: 'createdDate', direction: undefined },
  name: { sort: 'name', direction: undefined },
  nameDown: { sort: 'name', direction: 'desc' },
} as const
type Order = keyof typeof ORDERS
const orders = Object.keys(ORDERS) as Order[]

interface OrderSelectProps {
  address: OrderedListAddress
  onAddress: ChangeAddress<OrderedListAddress>
}

/** The order of a list of named things. */
export function OrderSelect({ address, onAddress }: OrderSelectProps) {
  const { t } = useTranslation()
  const order: Order =
    address.sort === 'name' && address.direction === 'desc' ? 'nameDown' : (address.sort ?? 'updatedDate')
  return (
    <NativeSelect
      aria-label={t('order.label')}
      w={170}
      data={orders.map((value) => ({ value, label: t(`order.${value}`) }))}
      value={order}
      onChange={({ currentTarget: { value } }) =>
        onAddress({ ...ORDERS[orders.find((each) => each === value) ?? 'updatedDate'], page: undefined })
      }
    />
  )
}
