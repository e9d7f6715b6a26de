import type { RetrievalTest } from '@runnel/contract'
import { useTranslation } from 'react-i18next'

type Variant = RetrievalTest['variants'][number]

/** What a setting of a run is called: by its name, or by what is otherwise in it than in the store. */
export function useVariantName() {
  const { t, i18n } = useTranslation('retrieval-tests')
  const number = new Intl.NumberFormat(i18n.language)
  return ({ name, threshold, reranker }: Variant, index: number): string => {
    if (index === 0) return t('figures.asSet')
    const parts = [
      name || t('variant.title', { n: index }),
      ...(threshold === null ? [] : [t('figures.threshold', { threshold: number.format(threshold) })]),
      ...(reranker === null ? [] : [reranker]),
    ]
    return parts.join(' · ')
  }
}
