import type { LoginActivity } from '@runnel/contract'
import { IconLogin2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ChangeAddress, LoginActivityAddress } from '../../app/list-address.ts'
import { FilterSelect } from '../../ui/list/filter-select.tsx'
import { ListPage } from '../../ui/list/list-page.tsx'
import { RowTable } from '../../ui/list/row-table.tsx'
import { PageMessage } from '../../ui/page-message.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { StatusText } from '../../ui/status-text.tsx'
import { ACTIVITY_CODES, loginActivityQuery } from './activity-queries.ts'
import { DayFields } from './day-fields.tsx'
import { Place } from './place.tsx'

interface LoginActivityListProps {
  address: LoginActivityAddress
  onAddress: ChangeAddress<LoginActivityAddress>
}

/** Who signed in and out, and who tried; the filters stand in the address. */
export function LoginActivityList({ address, onAddress }: LoginActivityListProps) {
  const { t } = useTranslation('activity')
  return (
    <ListPage
      title={t('login.title')}
      text={t('login.text')}
      list={useQuery(loginActivityQuery(address))}
      address={address}
      onAddress={onAddress}
      filters={['from', 'to', 'code']}
      tools={
        <>
          <DayFields
            from={address.from}
            to={address.to}
            onChange={(change) => onAddress({ ...change, page: undefined })}
          />
          <FilterSelect
            label={t('login.filter')}
            anyLabel={t('login.any')}
            choices={ACTIVITY_CODES.map((code) => ({ value: String(code), label: t(`code.${code}`) }))}
            value={address.code}
            onChange={(code) => onAddress({ code, page: undefined })}
          />
        </>
      }
      empty={<PageMessage icon={IconLogin2} title={t('login.empty.title')} text={t('login.empty.text')} />}
    >
      {(rows) => <LoginActivityTable rows={rows} />}
    </ListPage>
  )
}

function LoginActivityTable({ rows }: { rows: readonly LoginActivity[] }) {
  const { t } = useTranslation('activity')
  return (
    <RowTable
      label={t('login.title')}
      minWidth={760}
      rows={rows}
      name={{ head: t('column.user'), cell: ({ username }) => username }}
      columns={[
        {
          head: t('column.activity'),
          cell: ({ activityCode }) => <Outcome code={activityCode} />,
          staysNarrow: true,
        },
        {
          head: t('column.time'),
          cell: ({ attemptedDateTime }) => <RelativeTime time={attemptedDateTime} />,
          staysNarrow: true,
        },
        { head: t('column.method'), cell: ({ loginMode }) => loginMode },
        {
          head: t('column.place'),
          cell: ({ address, device }) => <Place address={address} device={device} />,
        },
        { head: t('column.message'), cell: ({ message }) => message },
      ]}
    />
  )
}

function Outcome({ code }: { code: number }) {
  const { t } = useTranslation('activity')
  const known = ACTIVITY_CODES.find((each) => each === code)
  return (
    <StatusText tone={code >= 0 ? 'finished' : 'failed'}>
      {known === undefined ? String(code) : t(`code.${known}`)}
    </StatusText>
  )
}
