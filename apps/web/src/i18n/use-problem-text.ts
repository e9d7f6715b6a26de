import type { Problem } from '@runnel/contract'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

/** Says a problem in the language of the page; in the words of the server where the catalogue has none for its code. */
export function useProblemText(): (problem: Problem) => string {
  const { t } = useTranslation('problems')
  return useCallback(
    ({ code, details, message }: Problem) => t(code, { ...details, defaultValue: message }),
    [t],
  )
}
