import { type LoginActivity, loginProviders, signOnProviders } from '@runnel/contract'
import { IconLogin2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../app/api.ts'
import type { ChangeAddress, LoginActivityAddress } from '../../app/list-address.ts'
import { FilterSelect } from '../../ui/list/filter-select.tsx'
import { RowTable } from '../../ui/list/row-table.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { StatusText } from '../../ui/status-text.tsx'
import { ACTIVITY_CODES, loginActivityFilterOf, loginActivityQuery, OWN_METHODS } from './activity-queries.ts'
import { LogPage } from './log-page.tsx'
import { Place } from './place.tsx'

/** What the server writes for the names of many. */
const MANY = '…'

interface LoginActivityListProps {
  address: LoginActivityAddress
  onAddress: ChangeAddress<LoginActivityAddress>
}

/** Who signed in and out, and who tried. */
export function LoginActivityList({ address, onAddress }: LoginActivityListProps) {
  const { t } = useTranslation('activity')
  const filter = loginActivityFilterOf(address)
  return (
    <LogPage
      log="login"
      icon={IconLogin2}
      list={useQuery(loginActivityQuery(address))}
      address={address}
      onAddress={onAddress}
      choiceFields={['code']}
      choice={
        <FilterSelect
          label={t('login.filter')}
          anyLabel={t('login.any')}
          choices={ACTIVITY_CODES.map((code) => ({ value: String(code), label: t(`code.${code}`) }))}
          value={address.code}
          onChange={(code) => onAddress({ code, page: undefined })}
        />
      }
      fileAddress={(format) => api.addressOf('exportLoginActivity', { query: { format, ...filter } })}
    >
      {(rows) => <LoginActivityTable rows={rows} />}
    </LogPage>
  )
}

function LoginActivityTable({ rows }: { rows: readonly LoginActivity[] }) {
  const { t } = useTranslation('activity')
  return (
    <RowTable
      label={t('login.title')}
      minWidth={680}
      rows={rows}
      name={{
        head: t('column.user'),
        cell: ({ username }) => (username === MANY ? t('login.many') : username),
      }}
      columns={[
        {
          head: t('column.activity'),
          cell: ({ activityCode, tries }) => <Outcome code={activityCode} tries={tries} />,
          staysNarrow: true,
        },
        { head: t('column.method'), cell: ({ loginMode }) => <Method name={loginMode} /> },
        {
          head: t('column.place'),
          cell: ({ address, device }) => <Place address={address} device={device} />,
          staysNarrow: true,
        },
        {
          head: t('column.time'),
          cell: ({ attemptedDateTime }) => <RelativeTime time={attemptedDateTime} />,
          staysNarrow: true,
        },
      ]}
    />
  )
}

function Outcome({ code, tries }: { code: number; tries: number }) {
  const { t } = useTranslation('activity')
  const known = ACTIVITY_CODES.find((each) => each === code)
  const name = known === undefined ? String(code) : t(`code.${known}`)
  return (
    <StatusText tone={code >= 0 ? 'finished' : 'failed'}>
      {tries > 1 ? `${name} · ${t('login.tries', { count: tries })}` : name}
    </StatusText>
  )
}

function Method({ name }: { name: string }) {
  const { t } = useTranslation('activity')
  const own = OWN_METHODS.find((each) => each === name)
  if (own !== undefined) return t(`method.${own}`)
  const provider = signOnProviders.find((each) => each === name)
  return provider === undefined ? name : loginProviders[provider].name
}
