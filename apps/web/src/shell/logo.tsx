import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { DEFAULT_PATH } from '../app/defaults.ts'
import { useViewer } from '../session/use-viewer.ts'
import { Mark } from '../ui/mark.tsx'
import { findLandingEntry } from './landing-path.ts'

/**
 * The product's mark and name, 150 px wide, leading to where the person begins; only the mark where there is no room. Who
 * may open nothing is told so at the start.
 */
export function Logo({ isCompact = false }: { isCompact?: boolean }) {
  const { t } = useTranslation('shell')
  const start = findLandingEntry(useViewer())?.path ?? DEFAULT_PATH
  return (
    <Link to={start} className="logo" data-compact={isCompact || undefined} aria-label={t('home')}>
      <Mark size={28} />
      {isCompact ? null : <span className="logo-name">{t('productName')}</span>}
    </Link>
  )
}
