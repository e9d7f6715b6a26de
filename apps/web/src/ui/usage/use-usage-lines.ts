import { useTranslation } from 'react-i18next'

const NAMED_IN_A_QUESTION = 8

/** Flows by name, and how many they are in all. */
interface NamedUsage {
  flows: readonly { name: string }[]
  total: number
}

/** What a question before a deletion says of the flows that use the thing: a line for each, and how many more. */
export function useUsageLines(): (usage: NamedUsage) => string {
  const { t } = useTranslation('usage')
  return ({ flows, total }) => {
    const named = flows.slice(0, NAMED_IN_A_QUESTION)
    const more = total - named.length
    const lines = named.map(({ name }) => `• ${name}`)
    return [...lines, ...(more > 0 ? [`• ${t('more', { count: more })}`] : [])].join('\n')
  }
}
