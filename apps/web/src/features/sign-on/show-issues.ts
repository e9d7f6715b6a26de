import { isApiError } from '@runnel/client'

/** Puts what the server found wrong beside the fields that it names. */
export function showIssues(
  form: { setFieldError: (path: string, message: string) => void },
  error: unknown,
): void {
  for (const { field, message } of issuesOf(error)) form.setFieldError(field, message)
}

/** What is to be said below a form: nothing of what stands beside its fields already. */
export function unplaced(error: unknown): unknown {
  return issuesOf(error).length > 0 ? undefined : error
}

function issuesOf(error: unknown): { field: string; message: string }[] {
  if (!isApiError(error)) return []
  return error.issues.flatMap(({ path, message }) => {
    const field = /\.config\.(\w+)/.exec(path)?.[1]
    return field === undefined ? [] : [{ field, message }]
  })
}
