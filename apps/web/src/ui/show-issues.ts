import { isApiError } from '@runnel/client'
import { issuesOf } from './api-error-message.ts'
import { findBarredFocus } from './keep-focus.ts'

interface Form {
  setFieldError: (path: string, message: string) => void
}

interface Places {
  /** The field that a path of the request stands for; undefined where the form has none. By default its own name. */
  fieldOf?: (path: string) => string | undefined
  /** What to say of a field in place of the server's words. */
  words?: Readonly<Record<string, string>>
}

/** Puts what the server found wrong beside the fields that it names, and the focus into the first of them. */
export function showIssues(form: Form, error: unknown, { fieldOf = same, words = {} }: Places = {}): void {
  let isPlaced = false
  for (const { path, message } of issuesOf(error)) {
    const field = fieldOf(path)
    if (field === undefined) continue
    form.setFieldError(field, words[field] ?? sentenceOf(message))
    isPlaced = true
  }
  if (isPlaced) focusRefused(MOST_FRAMES)
}

/** The server names a field and goes on with what is wrong; beside the field that is a sentence of its own. */
export function sentenceOf(words: string): string {
  const begun = words.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())
  return /[\p{L}\p{N}]$/u.test(begun) ? `${begun}.` : begun
}

/** The fields are drawn some frames after they are refused. */
const MOST_FRAMES = 10

/** The refused field of the form in which somebody is; who left the form meanwhile is left alone. */
function focusRefused(framesLeft: number): void {
  requestAnimationFrame(() => {
    const form = document.activeElement?.closest('form') ?? findBarredFocus()?.closest('form')
    const refused = form?.querySelector<HTMLElement>('[aria-invalid="true"]:enabled')
    if (refused) refused.focus()
    else if (framesLeft > 0) focusRefused(framesLeft - 1)
  })
}

/** What is to be said of a form as a whole: nothing of what stands beside its fields already. */
export function unplaced(error: unknown, { fieldOf = same }: Places = {}): unknown {
  const issues = isApiError(error) ? error.issues : []
  const isPlaced = issues.length > 0 && issues.every(({ path }) => fieldOf(path) !== undefined)
  return isPlaced ? undefined : error
}

const same = (path: string): string => path
