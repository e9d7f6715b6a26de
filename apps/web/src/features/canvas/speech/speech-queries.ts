import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../app/api.ts'

/** Services of a setting of flows: they stand in categories of their own, and on no canvas. */
const CATEGORIES = { speechToText: 'SpeechToText', textToSpeech: 'TextToSpeech' } as const

/** A setting that chooses who hears, or who speaks. */
export type SpeechSetting = keyof typeof CATEGORIES

/** The services among which a setting chooses. */
export function servicesQuery(setting: SpeechSetting) {
  return queryOptions({
    queryKey: ['nodes-of-category', CATEGORIES[setting]],
    queryFn: ({ signal }) => api.listNodesOfCategory({ params: { name: CATEGORIES[setting] } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
