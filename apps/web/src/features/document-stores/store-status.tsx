import type { StoreStatus } from '@runnel/contract'
import { useTranslation } from 'react-i18next'
import { StatusText, type StatusTone } from '../../ui/status-text.tsx'

const tones: Record<StoreStatus, StatusTone> = {
  EMPTY: 'waiting',
  NEW: 'waiting',
  SYNC: 'finished',
  SYNCING: 'running',
  STALE: 'timeout',
  UPSERTING: 'running',
  UPSERTED: 'finished',
}

/** How a store, a loader or a file of one stands, in words. */
export function StoreStatusText({ status, of }: { status: StoreStatus; of: 'store' | 'loader' | 'file' }) {
  const { t } = useTranslation('document-stores')
  return <StatusText tone={tones[status]}>{t(`status.${of}.${status}`)}</StatusText>
}
