import { Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type ChangeAddress, EXECUTION_STATES, type ExecutionListAddress } from '../../app/list-address.ts'
import { FilterSelect } from '../../ui/list/filter-select.tsx'
import { SearchField } from '../../ui/list/search-field.tsx'

interface ExecutionListToolsProps {
  address: ExecutionListAddress
  onAddress: ChangeAddress<ExecutionListAddress>
}

/** Filters of the list of runs. */
export function ExecutionListTools({ address, onAddress }: ExecutionListToolsProps) {
  const { t } = useTranslation('executions')
  return (
    <>
      <SearchField
        label={t('filter.flow')}
        value={address.q}
        onSearch={(q) => onAddress({ q, page: undefined })}
      />
      <SearchField
        label={t('filter.session')}
        value={address.session}
        onSearch={(session) => onAddress({ session, page: undefined })}
      />
      <FilterSelect
        label={t('filter.state')}
        anyLabel={t('filter.anyState')}
        choices={EXECUTION_STATES.map((value) => ({ value, label: t(`state.${value}`) }))}
        value={address.state}
        onChange={(state) => onAddress({ state, page: undefined })}
      />
      <Switch
        className="filter-switch"
        label={t('filter.all')}
        checked={address.kind === 'all'}
        onChange={(event) =>
          onAddress({ kind: event.currentTarget.checked ? 'all' : undefined, page: undefined })
        }
      />
    </>
  )
}
