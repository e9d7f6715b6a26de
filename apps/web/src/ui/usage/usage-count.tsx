import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../dialog.tsx'
import './usage.css'

interface UsageCountProps {
  /** What is used. */
  name: string
  count: number
  /** Names the flows, in the dialog that a click opens. */
  children: ReactNode
}

/** How many flows use a thing; a click names them. */
export function UsageCount({ name, count, children }: UsageCountProps) {
  const { t } = useTranslation('usage')
  const [isOpen, dialog] = useDisclosure(false)
  if (count === 0) {
    return (
      <span className="unused">
        <span className="narrow-only-word">{t('column')} </span>
        {t('none')}
      </span>
    )
  }
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        className="usage-button"
        aria-label={t('uses', { count, name })}
        onClick={dialog.open}
      >
        {t('flows', { count })}
      </Button>
      {isOpen ? (
        <Dialog title={t('title', { name })} onClose={dialog.close}>
          {children}
        </Dialog>
      ) : null}
    </>
  )
}
