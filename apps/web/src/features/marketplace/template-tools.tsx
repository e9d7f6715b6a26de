import { NativeSelect, SegmentedControl } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { MarketplaceAddress } from '../../app/list-address.ts'
import { SearchField } from '../../ui/list/search-field.tsx'

const KINDS = ['agentflows', 'chatflows'] as const

/** Puts fields into the address; undefined takes one out. */
export type ChangeAddress = (
  change: {
    [K in keyof MarketplaceAddress]?: MarketplaceAddress[K] | undefined
  },
) => void

interface TemplateToolsProps {
  address: MarketplaceAddress
  /** How many templates there are. */
  total: number | undefined
  usecases: readonly string[]
  onAddress: ChangeAddress
}

/** Search and filters of the templates. */
export function TemplateTools({ address, total, usecases, onAddress }: TemplateToolsProps) {
  const { t } = useTranslation('marketplace')
  const { q, kind, usecase } = address
  // What the address asks for stays chosen, also when nothing has it.
  const offered = usecase === undefined || usecases.includes(usecase) ? usecases : [usecase, ...usecases]
  return (
    <search className="list-tools">
      <SearchField
        label={total === undefined ? t('search.label') : t('search.count', { count: total })}
        value={q}
        onSearch={(next) => onAddress({ q: next })}
      />
      <NativeSelect
        aria-label={t('usecase.label')}
        w={210}
        data={[{ value: '', label: t('usecase.any') }, ...offered.map((value) => ({ value, label: value }))]}
        value={usecase ?? ''}
        onChange={({ currentTarget: { value } }) => onAddress({ usecase: value || undefined })}
      />
      <div className="list-tools-end">
        <SegmentedControl
          aria-label={t('kinds.label')}
          value={kind ?? 'all'}
          onChange={(value) => onAddress({ kind: KINDS.find((each) => each === value) })}
          data={(['all', ...KINDS] as const).map((value) => ({ value, label: t(`kinds.${value}`) }))}
        />
      </div>
    </search>
  )
}
