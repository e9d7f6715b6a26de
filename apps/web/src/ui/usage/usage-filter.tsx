import { useTranslation } from 'react-i18next'
import type { ChangeAddress, UsedListAddress } from '../../app/list-address.ts'
import { FilterSelect } from '../list/filter-select.tsx'

interface UsageFilterProps {
  address: UsedListAddress
  onAddress: ChangeAddress<UsedListAddress>
}

/** Leaves out of a list what some flow uses, or what none does. */
export function UsageFilter({ address, onAddress }: UsageFilterProps) {
  const { t } = useTranslation('usage')
  return (
    <FilterSelect
      label={t('column')}
      anyLabel={t('filter.any')}
      choices={(['used', 'unused'] as const).map((value) => ({ value, label: t(`filter.${value}`) }))}
      value={address.usage}
      onChange={(usage) => onAddress({ usage, page: undefined })}
    />
  )
}
