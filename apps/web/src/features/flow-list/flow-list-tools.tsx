import { SegmentedControl } from '@mantine/core'
import { IconLayoutGrid, IconList } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChangeAddress, FlowListAddress } from '../../app/list-address.ts'
import { OrderSelect } from '../../ui/list/order-select.tsx'
import { SearchField } from '../../ui/list/search-field.tsx'
import type { FlowListKind } from './flow-kind.ts'

interface FlowListToolsProps {
  kind: FlowListKind
  address: FlowListAddress
  total: number | undefined
  onAddress: ChangeAddress<FlowListAddress>
}

/** Search, order and view of a list of flows. */
export function FlowListTools({ kind, address, total, onAddress }: FlowListToolsProps) {
  const { t } = useTranslation(['flows', 'ui'])
  return (
    <>
      <SearchField
        label={total === undefined || address.q ? t('ui:search.byName') : t('search.count', { count: total })}
        value={address.q}
        onSearch={(q) => onAddress({ q, page: undefined })}
      />
      <OrderSelect address={address} onAddress={onAddress} />
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
    </>
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
