import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../app/api.ts'

/** A setting that chooses who hears, or who speaks. */
export type SpeechSetting = 'speechToText' | 'textToSpeech'

/** The services among which a setting chooses: they are on no canvas. */
export function servicesQuery(settingOf: SpeechSetting) {
  return queryOptions({
    queryKey: ['nodes-of-setting', settingOf],
    queryFn: ({ signal }) => api.listNodes({ query: { settingOf } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
