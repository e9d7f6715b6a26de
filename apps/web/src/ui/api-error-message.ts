import { isApiError } from '@runnel/client'
import { errorMessage, TOKEN_INVALID } from '@runnel/contract'
import i18next from 'i18next'
import { nameOfRole } from './permissions/name-of-role.ts'
import { namePermissions } from './permissions/name-permissions.ts'

/**
 * A failed call in words for the person: why it was refused, with its faulty fields, or why there was no answer. In the
 * language of the page where its catalogue knows the reason, else as the server says it.
 * @param wordless what to say of an answer without words; by default its status.
 */
export function apiErrorMessage(error: unknown, wordless?: string): string {
  if (!isApiError(error)) return errorMessage(error) || (wordless ?? '')
  if (error.status === 0) return i18next.t('error.network', { ns: 'ui' })
  if (error.status === 401 && error.message === TOKEN_INVALID)
    return i18next.t('error.signedOut', { ns: 'ui' })
  if (error.code === 'unknown' && error.message === `HTTP ${error.status}`)
    return wordless ?? i18next.t('error.http', { ns: 'ui', status: error.status })
  const isToldByIssues =
    error.reason === undefined &&
    error.issues.length > 0 &&
    error.issues.every(({ reason }) => reason !== undefined)
  if (isToldByIssues) return issuesOf(error).map(withPath).join('\n')
  const issues = issuesOf(error).filter(
    (_issue, at) => !error.message.includes(error.issues[at]?.message ?? ''),
  )
  return [toldInPageWords(error), ...issues.map(withPath)].join('\n')
}

/** The faulty fields of a failed call, in the language of the page as `apiErrorMessage`. */
export function issuesOf(error: unknown): { path: string; message: string }[] {
  return isApiError(error) ? inPageWords(error.issues) : []
}

/** A role that a refusal names, as it is called on the page. */
function roleOf({ role }: Readonly<Record<string, string>>): { role?: string } {
  return role === undefined ? {} : { role: nameOfRole(role) }
}

/** Faulty fields as an answer of the server names them, in the language of the page. */
export function inPageWords(
  issues: readonly (Told & { path: string })[],
): { path: string; message: string }[] {
  return issues.map((issue) => ({ path: issue.path, message: toldInPageWords(issue) }))
}

function withPath({ path, message }: { path: string; message: string }): string {
  return path === '' ? message : `${path}: ${message}`
}

interface Told {
  message: string
  reason?: string | undefined
  details?: Readonly<Record<string, string>> | undefined
  /** Of an error: what kind it is of, where no reason says more. */
  code?: string | undefined
}

/**
 * What the server says, in the language of the page: by its reason, else what kind of fault it is with the server's own
 * words. Keys are the server's, which may be newer than this page; where the catalogue knows none it says it itself.
 */
export function toldInPageWords({ reason, details, message: told, code }: Told): string {
  const { words, message } = namePermissions(details, told)
  if (reason !== undefined && i18next.exists(reason, { ns: 'refusals' }))
    return i18next.t(reason as 'needed', { ns: 'refusals', ...words, ...roleOf(words) })
  if (code !== undefined && i18next.exists(code, { ns: 'error-codes' }))
    return i18next.t(code as 'not_found', { ns: 'error-codes', words: message })
  return message
}
