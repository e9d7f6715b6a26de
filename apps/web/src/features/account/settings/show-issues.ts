import { isApiError } from '@runnel/client'

interface Form {
  setFieldError: (path: string, message: string) => void
}

/** Puts what the server found wrong beside the fields that it names, in our own words where there are some. */
export function showIssues(form: Form, error: unknown, words: Readonly<Record<string, string>> = {}): void {
  if (!isApiError(error)) return
  for (const { path, message } of error.issues) form.setFieldError(path, words[path] ?? message)
}

/** What is to be said above a form: nothing of what stands beside its fields already. */
export function unplaced(error: unknown): unknown {
  return isApiError(error) && error.issues.length > 0 ? undefined : error
}
