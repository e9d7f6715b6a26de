import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { holdPage } from '../session/held-pages.ts'
import { confirm } from './confirm/confirm-store.ts'

/**
 * For a page with a form: asks before changes that are not saved are left, and keeps the page where it is should the
 * session end meanwhile. Call the result when they are saved, before the page leads on.
 */
export function useLeaveQuestion(isChanged: boolean): () => void {
  const { t } = useTranslation('ui')
  const mayBeLost = useRef(isChanged)
  mayBeLost.current = isChanged
  useEffect(() => (isChanged ? holdPage(() => undefined) : undefined), [isChanged])
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (!mayBeLost.current || current.pathname === next.pathname) return false
      const mayLeave = await confirm({
        title: t('leave.title'),
        description: t('leave.text'),
        confirmButtonName: t('leave.confirm'),
        isDangerous: true,
      })
      return !mayLeave
    },
    enableBeforeUnload: () => mayBeLost.current,
  })
  return () => {
    mayBeLost.current = false
  }
}
