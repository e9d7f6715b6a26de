import { isApiError } from '@runnel/client'
import { errorMessage, TOKEN_INVALID } from '@runnel/contract'
import i18next from 'i18next'

/**
 * A failed call in words for the person: the server's message with its faulty fields, or why there was none.
 * @param wordless what to say of an answer without words; by default its status.
 */
export function apiErrorMessage(error: unknown, wordless?: string): string {
  if (!isApiError(error)) return errorMessage(error) || (wordless ?? '')
  if (error.status === 0) return i18next.t('error.network', { ns: 'ui' })
  if (error.status === 401 && error.message === TOKEN_INVALID)
    return i18next.t('error.signedOut', { ns: 'ui' })
  if (error.code === 'unknown' && error.message === `HTTP ${error.status}`)
    return wordless ?? i18next.t('error.http', { ns: 'ui', status: error.status })
  const issues = error.issues
    .filter(({ message }) => !error.message.includes(message))
    .map(({ path, message }) => (path === '' ? message : `${path}: ${message}`))
  return [error.message, ...issues].join('\n')
}
