import { useTranslation } from 'react-i18next'
import { usePermissionWords } from '../permissions/use-permission-words.ts'
import type { Difference } from './saved-meanwhile.tsx'

/** In what rights as others left them differ from those that were chosen: the ones of one of the two alone. */
export function useRightsDifferences() {
  const { t } = useTranslation('ui')
  const { nameOf } = usePermissionWords({ waits: false })
  const without = (some: readonly string[], others: readonly string[]) =>
    some
      .filter((key) => !others.includes(key))
      .map((key) => {
        const { category, permission } = nameOf(key)
        return `${category}: ${permission}`
      })
      .join(', ')
  return ({ mine, theirs }: { mine: readonly string[]; theirs: readonly string[] }): Difference[] =>
    [
      { label: t('meanwhile.theirsAlone'), theirs: without(theirs, mine) },
      { label: t('meanwhile.mineAlone'), theirs: without(mine, theirs) },
    ].filter((each) => each.theirs !== '')
}
