import { NativeSelect, SegmentedControl } from '@mantine/core'
import { IconLayoutGrid, IconList } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { FlowListAddress } from '../../app/list-address.ts'
import { SearchField } from '../../ui/list/search-field.tsx'
import type { FlowListKind } from './flow-kind.ts'

const ORDERS = {
  updatedDate: { sort: undefined, direction: undefined },
  createdDate: { sort: 'createdDate', direction: undefined },
  name: { sort: 'name', direction: undefined },
  nameDown: { sort: 'name', direction: 'desc' },
} as const
type Order = keyof typeof ORDERS
const orders = Object.keys(ORDERS) as Order[]

interface FlowListToolsProps {
  kind: FlowListKind
  address: FlowListAddress
  total: number | undefined
  onAddress: (change: { [K in keyof FlowListAddress]?: FlowListAddress[K] | undefined }) => void
}

/** Search, order and view of a list of flows. */
export function FlowListTools({ kind, address, total, onAddress }: FlowListToolsProps) {
  const { t } = useTranslation('flows')
  const order: Order =
    address.sort === 'name' && address.direction === 'desc' ? 'nameDown' : (address.sort ?? 'updatedDate')
  return (
    <search className="list-tools">
      <SearchField
        label={total === undefined || address.q ? t('search.label') : t('search.count', { count: total })}
        value={address.q}
        onSearch={(q) => onAddress({ q, page: undefined })}
      />
      <NativeSelect
        aria-label={t('order.label')}
        w={170}
        data={orders.map((value) => ({ value, label: t(`order.${value}`) }))}
        value={order}
        onChange={({ currentTarget: { value } }) =>
          onAddress({ ...ORDERS[orders.find((each) => each === value) ?? 'updatedDate'], page: undefined })
        }
      />
      <div className="list-tools-end">
        <SegmentedControl
          aria-label={t(`${kind}.title`)}
          value={address.view ?? 'cards'}
          onChange={(value) => onAddress({ view: value === 'table' ? 'table' : undefined })}
          data={[
            {
              value: 'cards',
              label: <ViewLabel icon={<IconLayoutGrid size={16} />} text={t('view.cards')} />,
            },
            { value: 'table', label: <ViewLabel icon={<IconList size={16} />} text={t('view.table')} /> },
          ]}
        />
      </div>
    </search>
  )
}

function ViewLabel({ icon, text }: { icon: ReactNode; text: string }) {
  return (
    <span className="view-label" title={text}>
      {icon}
      <span className="visually-hidden">{text}</span>
    </span>
  )
}
