import { useDisclosure } from '@mantine/hooks'
import { IconVariable } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ChangeAddress, VariableListAddress } from '../../app/list-address.ts'
import { FilterSelect } from '../../ui/list/filter-select.tsx'
import { UsedListPage } from '../../ui/list/used-list-page.tsx'
import { referenceTo } from './reference-to.ts'
import { VariableDialog } from './variable-dialog.tsx'
import { VARIABLE_TYPES } from './variable-draft.ts'
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
      <UsedListPage
        title={t('title')}
        text={t('text', { reference: referenceTo('name') })}
        icon={IconVariable}
        texts={{
          new: t('new'),
          emptyTitle: t('empty.title'),
          emptyText: t('empty.text'),
          first: t('empty.first'),
        }}
        permission="variables:create"
        onNew={making.open}
        list={useQuery(variableListQuery(address))}
        address={address}
        onAddress={onAddress}
        filters={['type']}
        ownFilters={
          <FilterSelect
            label={t('column.type')}
            anyLabel={t('anyType')}
            choices={VARIABLE_TYPES.map((value) => ({ value, label: t(`type.${value}`) }))}
            value={address.type}
            onChange={(type) => onAddress({ type, page: undefined })}
          />
        }
      >
        {(variables) => <VariableTable variables={variables} />}
      </UsedListPage>
      {isMaking ? <VariableDialog onClose={making.close} /> : null}
    </>
  )
}
