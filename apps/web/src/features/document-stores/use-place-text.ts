import type { JsonObject } from '@runnel/contract'
import { readPassagePlace, usePassagePlace } from '../../ui/passage-place.ts'

/** Says where a chunk stands: file, page, lines or what else is known. Empty where nothing is. */
export function usePlaceText(): (metadata: JsonObject) => string {
  const partsOf = usePassagePlace()
  return (metadata) => {
    const source = typeof metadata.source === 'string' ? [metadata.source] : []
    return [...source, ...partsOf(readPassagePlace(metadata))].join(' · ')
  }
}
