import type { McpServer } from '@runnel/contract'
import { useTranslation } from 'react-i18next'
import { StatusText, type StatusTone } from '../../ui/status-text.tsx'

const TONES: Record<McpServer['status'], StatusTone> = {
  AUTHORIZED: 'finished',
  PENDING: 'waiting',
  ERROR: 'failed',
}

/** Whether a server was asked for its tools, and answered. */
export function ServerState({ status }: Pick<McpServer, 'status'>) {
  const { t } = useTranslation('mcp-servers')
  return <StatusText tone={TONES[status]}>{t(`state.${status}`)}</StatusText>
}
