import { type AuditEntry, auditActions } from '@runnel/contract'
import { IconListCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../app/api.ts'
import type { AuditLogAddress, ChangeAddress } from '../../app/list-address.ts'
import { FilterSelect } from '../../ui/list/filter-select.tsx'
import { ACT_GROUPS, actGroupOf } from './act-groups.ts'
import { auditFilterOf, auditLogQuery } from './activity-queries.ts'
import { AuditDialog } from './audit-dialog.tsx'
import { AuditTable } from './audit-table.tsx'
import { LogPage } from './log-page.tsx'
import { useActText } from './use-act-text.ts'

interface AuditListProps {
  address: AuditLogAddress
  onAddress: ChangeAddress<AuditLogAddress>
}

/** Who did what to what, from where. */
export function AuditList({ address, onAddress }: AuditListProps) {
  const { t, i18n } = useTranslation('activity')
  const [opened, setOpened] = useState<AuditEntry>()
  const filter = auditFilterOf(address)
  const actText = useActText()
  const acts = auditActions
    .map((value) => ({ value, label: actText(value), about: actGroupOf(value) }))
    .toSorted(
      (one, other) =>
        ACT_GROUPS.indexOf(one.about) - ACT_GROUPS.indexOf(other.about) ||
        one.label.localeCompare(other.label, i18n.language),
    )
    .map(({ value, label, about }) => ({ value: value as string, label, group: t(`actGroup.${about}`) }))
  return (
    <>
      <LogPage
        log="audit"
        icon={IconListCheck}
        list={useQuery(auditLogQuery(address))}
        address={address}
        onAddress={onAddress}
        choiceFields={['act', 'outcome']}
        choice={
          <>
            <FilterSelect
              label={t('audit.act')}
              anyLabel={t('audit.anyAct')}
              choices={acts}
              value={address.act}
              onChange={(act) => onAddress({ act, page: undefined })}
            />
            <FilterSelect
              label={t('audit.outcome')}
              anyLabel={t('audit.any')}
              choices={(['done', 'refused'] as const).map((value) => ({
                value,
                label: t(`outcome.${value}`),
              }))}
              value={address.outcome}
              onChange={(outcome) => onAddress({ outcome, page: undefined })}
            />
          </>
        }
        fileAddress={(format) => api.addressOf('exportAuditEntries', { query: { format, ...filter } })}
      >
        {(entries) => <AuditTable entries={entries} onOpen={setOpened} />}
      </LogPage>
      {opened ? <AuditDialog entry={opened} onClose={() => setOpened(undefined)} /> : null}
    </>
  )
}
