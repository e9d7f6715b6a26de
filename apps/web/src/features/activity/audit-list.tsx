import { Button } from '@mantine/core'
import type { AuditEntry } from '@runnel/contract'
import { IconDownload, IconListCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../app/api.ts'
import type { AuditLogAddress, ChangeAddress } from '../../app/list-address.ts'
import { FilterSelect } from '../../ui/list/filter-select.tsx'
import { ListPage } from '../../ui/list/list-page.tsx'
import { SearchField } from '../../ui/list/search-field.tsx'
import { PageMessage } from '../../ui/page-message.tsx'
import { auditFilterOf, auditLogQuery } from './activity-queries.ts'
import { AuditDialog } from './audit-dialog.tsx'
import { AuditTable } from './audit-table.tsx'
import { DayFields } from './day-fields.tsx'

interface AuditListProps {
  address: AuditLogAddress
  onAddress: ChangeAddress<AuditLogAddress>
}

/** Who did what to what, from where; with filters in the address, and as a file. */
export function AuditList({ address, onAddress }: AuditListProps) {
  const { t } = useTranslation('activity')
  const [opened, setOpened] = useState<AuditEntry>()
  const change = (next: Parameters<typeof onAddress>[0]) => onAddress({ ...next, page: undefined })
  return (
    <>
      <ListPage
        title={t('audit.title')}
        text={t('audit.text')}
        actions={<Exports address={address} />}
        list={useQuery(auditLogQuery(address))}
        address={address}
        onAddress={onAddress}
        filters={['from', 'to', 'outcome']}
        tools={
          <>
            <SearchField label={t('audit.search')} value={address.q} onSearch={(q) => change({ q })} />
            <DayFields from={address.from} to={address.to} onChange={change} />
            <FilterSelect
              label={t('audit.outcome')}
              anyLabel={t('audit.any')}
              choices={(['done', 'refused'] as const).map((value) => ({
                value,
                label: t(`outcome.${value}`),
              }))}
              value={address.outcome}
              onChange={(outcome) => change({ outcome })}
            />
          </>
        }
        empty={
          <PageMessage icon={IconListCheck} title={t('audit.empty.title')} text={t('audit.empty.text')} />
        }
      >
        {(entries) => <AuditTable entries={entries} onOpen={setOpened} />}
      </ListPage>
      {opened ? <AuditDialog entry={opened} onClose={() => setOpened(undefined)} /> : null}
    </>
  )
}

/** The log with its filters as a file; the browser fetches it like any link. */
function Exports({ address }: { address: AuditLogAddress }) {
  const { t } = useTranslation('activity')
  return (['csv', 'json'] as const).map((format) => (
    <Button
      key={format}
      component="a"
      variant="default"
      leftSection={<IconDownload size={16} />}
      href={api.addressOf('exportAuditEntries', { query: { format, ...auditFilterOf(address) } })}
      download
    >
      {t(`audit.${format}`)}
    </Button>
  ))
}
