import { isApiError } from '@runnel/client'
import { useState } from 'react'

/** No answer of the server: nobody knows what it did. */
const isLost = (error: unknown): boolean => isApiError(error) && (error.status === 0 || error.status >= 502)

/**
 * True while a try is refused that follows one whose answer was lost on the way: what is done once alone may be refused
 * because that one did it. `error` is how the last try failed.
 */
export function useLostTry(error: unknown): boolean {
  const [wasLost, setWasLost] = useState(false)
  if (isLost(error) && !wasLost) setWasLost(true)
  return wasLost && isApiError(error) && !isLost(error)
}
