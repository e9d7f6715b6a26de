import { isApiError } from '@runnel/client'
import { issuesOf } from './api-error-message.ts'

interface Form {
  setFieldError: (path: string, message: string) => void
}

interface Places {
  /** The field that a path of the request stands for; undefined where the form has none. By default its own name. */
  fieldOf?: (path: string) => string | undefined
  /** What to say of a field in place of the server's words. */
  words?: Readonly<Record<string, string>>
}

/** Puts what the server found wrong beside the fields that it names. */
export function showIssues(form: Form, error: unknown, { fieldOf = same, words = {} }: Places = {}): void {
  for (const { path, message } of issuesOf(error)) {
    const field = fieldOf(path)
    if (field !== undefined) form.setFieldError(field, words[field] ?? message)
  }
}

/** What is to be said of a form as a whole: nothing of what stands beside its fields already. */
export function unplaced(error: unknown, { fieldOf = same }: Places = {}): unknown {
  const issues = isApiError(error) ? error.issues : []
  const isPlaced = issues.length > 0 && issues.every(({ path }) => fieldOf(path) !== undefined)
  return isPlaced ? undefined : error
}

const same = (path: string): string => path
