import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { DEFAULT_PATH } from '../app/defaults.ts'
import { Mark } from '../ui/mark.tsx'

/** The product's mark and name, 150 px wide, leading to the start; only the mark where there is no room. */
export function Logo({ isCompact = false }: { isCompact?: boolean }) {
  const { t } = useTranslation('shell')
  return (
    <Link to={DEFAULT_PATH} className="logo" data-compact={isCompact || undefined} aria-label={t('home')}>
      <Mark size={28} />
      {isCompact ? null : <span className="logo-name">{t('productName')}</span>}
    </Link>
  )
}
