import { NativeSelect, Pagination, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '../../app/list-address.ts'
import './list.css'

interface PagingProps {
  total: number
  page: number | undefined
  size: number | undefined
  onChange: (change: { page?: number | undefined; size?: (typeof PAGE_SIZES)[number] | undefined }) => void
}

/** Under a list: which rows are shown of how many, rows per page, pages. Nothing where all rows fit on the least page. */
export function Paging({ total, page = 1, size = DEFAULT_PAGE_SIZE, onChange }: PagingProps) {
  const { t, i18n } = useTranslation()
  if (total <= PAGE_SIZES[0]) return null
  const pages = Math.ceil(total / size)
  const number = new Intl.NumberFormat(i18n.language)
  const first = (page - 1) * size + 1
  return (
    <nav className="paging" aria-label={t('paging.label')}>
      <Text c="dimmed" aria-live="polite">
        {t('paging.range', {
          from: number.format(Math.min(first, total)),
          to: number.format(Math.min(page * size, total)),
          total: number.format(total),
        })}
      </Text>
      <NativeSelect
        aria-label={t('paging.perPage')}
        w={80}
        size="xs"
        data={PAGE_SIZES.map(String)}
        value={String(size)}
        onChange={({ currentTarget: { value } }) =>
          onChange({ size: PAGE_SIZES.find((each) => String(each) === value), page: undefined })
        }
      />
      <Pagination
        size="sm"
        total={pages}
        value={page}
        onChange={(next) => onChange({ page: next === 1 ? undefined : next })}
        getControlProps={(control) => ({ 'aria-label': t(`paging.${control}`) })}
        getItemProps={(item) => ({ 'aria-label': t('paging.page', { page: item }) })}
      />
    </nav>
  )
}
