import { isApiError } from '@runnel/client'

/** Puts what the server found wrong beside the fields that it names. */
export function showIssues(
  form: { setFieldError: (path: string, message: string) => void },
  error: unknown,
): void {
  if (!isApiError(error)) return
  for (const { path, message } of error.issues) form.setFieldError(path, message)
}
