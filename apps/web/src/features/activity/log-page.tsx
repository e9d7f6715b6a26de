import { Button } from '@mantine/core'
import { IconDownload, type TablerIcon } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChangeAddress, LogAddress } from '../../app/list-address.ts'
import type { RowsPage } from '../../app/page-of.ts'
import { DayFields } from '../../ui/list/day-fields.tsx'
import { ListPage } from '../../ui/list/list-page.tsx'
import { SearchField } from '../../ui/list/search-field.tsx'
import { PageMessage } from '../../ui/page-message.tsx'

interface LogPageProps<Row, Address extends LogAddress> {
  /** Which of the two: its texts stand under that name. */
  log: 'audit' | 'login'
  icon: TablerIcon
  list: UseQueryResult<RowsPage<Row>>
  address: Address
  onAddress: ChangeAddress<Address>
  /** What it is narrowed by beside search and days, and the fields of the address that hold it. */
  choice: ReactNode
  choiceFields: readonly (keyof Address)[]
  /** Where the browser fetches the log with its filters as a file. */
  fileAddress: (format: 'csv' | 'json') => string
  children: (rows: Row[]) => ReactNode
}

/** The page of a log: searched, narrowed to days and to one kind, with filters in the address, and as a file. */
export function LogPage<Row, Address extends LogAddress>({
  log,
  icon,
  address,
  onAddress,
  choice,
  choiceFields,
  fileAddress,
  ...content
}: LogPageProps<Row, Address>) {
  const { t } = useTranslation('activity')
  const change = onAddress as ChangeAddress<LogAddress>
  return (
    <ListPage
      {...content}
      title={t(`${log}.title`)}
      text={t(`${log}.text`)}
      actions={<LogFiles fileAddress={fileAddress} />}
      address={address}
      onAddress={onAddress}
      filters={['from', 'to', ...choiceFields]}
      tools={
        <>
          <SearchField
            label={t(`${log}.search`)}
            value={address.q}
            onSearch={(q) => change({ q, page: undefined })}
          />
          <DayFields
            words={{ from: t('filter.from'), to: t('filter.to') }}
            from={address.from}
            to={address.to}
            onChange={(days) => change({ ...days, page: undefined })}
          />
          {choice}
        </>
      }
      empty={<PageMessage icon={icon} title={t(`${log}.empty.title`)} text={t(`${log}.empty.text`)} />}
    />
  )
}

/** The browser fetches the log like any link. */
function LogFiles({ fileAddress }: { fileAddress: (format: 'csv' | 'json') => string }) {
  const { t } = useTranslation('activity')
  return (['csv', 'json'] as const).map((format) => (
    <Button
      key={format}
      component="a"
      variant="default"
      leftSection={<IconDownload size={16} />}
      href={fileAddress(format)}
      aria-label={t('file.label', { format: format.toUpperCase() })}
      download
    >
      {format.toUpperCase()}
    </Button>
  ))
}
