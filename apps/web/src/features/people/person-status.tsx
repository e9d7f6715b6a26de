import type { OrganizationUser } from '@runnel/contract'
import { useTranslation } from 'react-i18next'
import { StatusText, type StatusTone } from '../../ui/status-text.tsx'

type Status = OrganizationUser['status']

const TONES: Record<Status, StatusTone> = { active: 'finished', invited: 'invited', disable: 'barred' }

/** Whether somebody is in, asked in, or kept out. */
export function PersonStatus({ status }: { status: Status }) {
  const { t } = useTranslation('people')
  return <StatusText tone={TONES[status]}>{t(`status.${status}`)}</StatusText>
}
