import { useDisclosure } from '@mantine/hooks'
import { IconVariable } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ChangeAddress, VariableListAddress } from '../../app/list-address.ts'
import { FilterSelect } from '../../ui/list/filter-select.tsx'
import { ListPage } from '../../ui/list/list-page.tsx'
import { NewRowButton } from '../../ui/list/new-row-button.tsx'
import { OrderSelect } from '../../ui/list/order-select.tsx'
import { SearchField } from '../../ui/list/search-field.tsx'
import { PageMessage } from '../../ui/page-message.tsx'
import { UsageFilter } from '../../ui/usage/usage-filter.tsx'
import { referenceTo } from './reference-to.ts'
import { VariableDialog } from './variable-dialog.tsx'
import { variableListQuery } from './variable-queries.ts'
import { VariableTable } from './variable-table.tsx'

interface VariableListProps {
  address: VariableListAddress
  onAddress: ChangeAddress<VariableListAddress>
}

/** The variables of the workspace: make, change, delete, and which flows use them. */
export function VariableList({ address, onAddress }: VariableListProps) {
  const { t } = useTranslation('variables')
  const [isMaking, making] = useDisclosure(false)
  return (
    <>
      <ListPage
        title={t('title')}
        text={t('text', { reference: referenceTo('name') })}
        list={useQuery(variableListQuery(address))}
        address={address}
        onAddress={onAddress}
        filters={['type', 'usage']}
        actions={<NewRowButton permission="variables:create" label={t('new')} onClick={making.open} />}
        tools={<VariableListTools address={address} onAddress={onAddress} />}
        empty={
          <PageMessage icon={IconVariable} title={t('empty.title')} text={t('empty.text')}>
            <NewRowButton permission="variables:create" label={t('empty.first')} onClick={making.open} />
          </PageMessage>
        }
      >
        {(variables) => <VariableTable variables={variables} />}
      </ListPage>
      {isMaking ? <VariableDialog onClose={making.close} /> : null}
    </>
  )
}

function VariableListTools({ address, onAddress }: VariableListProps) {
  const { t } = useTranslation(['variables', 'ui'])
  return (
    <>
      <SearchField
        label={t('ui:search.byName')}
        value={address.q}
        onSearch={(q) => onAddress({ q, page: undefined })}
      />
      <FilterSelect
        label={t('column.type')}
        anyLabel={t('anyType')}
        choices={(['static', 'runtime'] as const).map((value) => ({ value, label: t(`type.${value}`) }))}
        value={address.type}
        onChange={(type) => onAddress({ type, page: undefined })}
      />
      <UsageFilter address={address} onAddress={onAddress} />
      <OrderSelect address={address} onAddress={onAddress} />
    </>
  )
}
