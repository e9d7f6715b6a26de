import { NativeSelect, Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { EXECUTION_STATES, type ExecutionListAddress } from '../../app/list-address.ts'
import { SearchField } from '../../ui/list/search-field.tsx'

interface ExecutionListToolsProps {
  address: ExecutionListAddress
  onAddress: (change: { [K in keyof ExecutionListAddress]?: ExecutionListAddress[K] | undefined }) => void
}

/** Filters of the list of runs. */
export function ExecutionListTools({ address, onAddress }: ExecutionListToolsProps) {
  const { t } = useTranslation('executions')
  return (
    <search className="list-tools execution-tools">
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
      <NativeSelect
        aria-label={t('filter.state')}
        w={170}
        data={[
          { value: '', label: t('filter.anyState') },
          ...EXECUTION_STATES.map((value) => ({ value, label: t(`state.${value}`) })),
        ]}
        value={address.state ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onAddress({ state: EXECUTION_STATES.find((state) => state === value), page: undefined })
        }
      />
      <Switch
        className="filter-switch"
        label={t('filter.all')}
        checked={address.kind === 'all'}
        onChange={(event) =>
          onAddress({ kind: event.currentTarget.checked ? 'all' : undefined, page: undefined })
        }
      />
    </search>
  )
}
