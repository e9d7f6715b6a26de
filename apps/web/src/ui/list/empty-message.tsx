import type { ShownBy } from '@runnel/access'
import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsShown } from '../../session/use-viewer.ts'
import { PageMessage } from '../page-message.tsx'

interface EmptyMessageProps {
  icon: TablerIcon
  title: string
  /** What to do first. */
  text: string
  /** Who may do it: one permission, or several of which one suffices. Others are told to do nothing. */
  permission: ShownBy
  children?: ReactNode
}

/** A list without a row: teaches who may make one how to begin, and tells others that it is not theirs to do. */
export function EmptyMessage({ text, permission, ...message }: EmptyMessageProps) {
  const { t } = useTranslation('ui')
  const mayBegin = useIsShown({ permission })
  return <PageMessage {...message} text={mayBegin ? text : t('emptyForReaders')} />
}
