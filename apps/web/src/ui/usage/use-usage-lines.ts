import type { ShownUsage } from '@runnel/contract'
import { useTranslation } from 'react-i18next'

const NAMED_IN_A_QUESTION = 8

/** What a question before a deletion says of the flows that use the thing: a line for each, and how many more. */
export function useUsageLines(): (usage: ShownUsage) => string {
  const { t } = useTranslation('usage')
  return ({ flows, total }) => {
    const named = flows.slice(0, NAMED_IN_A_QUESTION)
    const more = total - named.length
    const lines = named.map(({ name }) => `• ${name}`)
    return [...lines, ...(more > 0 ? [`• ${t('more', { count: more })}`] : [])].join('\n')
  }
}
