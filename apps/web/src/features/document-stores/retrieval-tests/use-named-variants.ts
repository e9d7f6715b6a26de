import type { RetrievalTest } from '@runnel/contract'
import { useTranslation } from 'react-i18next'

type Variant = RetrievalTest['variants'][number]

/** The settings of a run in their order, each called by its name and what is otherwise in it than in the store. */
export function useNamedVariants({ variants }: Pick<RetrievalTest, 'variants'>) {
  const { t, i18n } = useTranslation('retrieval-tests')
  const number = new Intl.NumberFormat(i18n.language)
  const titleOf = ({ name, threshold, reranker }: Variant, n: number): string => {
    if (n === 0) return t('figures.asSet')
    const parts = [
      name || t('variant.title', { n }),
      ...(threshold === null ? [] : [t('figures.threshold', { threshold: number.format(threshold) })]),
      ...(reranker === null ? [] : [reranker]),
    ]
    return parts.join(' · ')
  }
  // Settings have no id: they stand in the order in which they were given.
  return variants.map((variant, n) => ({
    ...variant,
    key: String(n),
    title: titleOf(variant, n),
    isStore: n === 0,
  }))
}
