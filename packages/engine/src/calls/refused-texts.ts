import { errorMessage, isRunnelError, RunnelError } from '@runnel/contract'
import { isFatal } from '../run-error.ts'

/** Statuses by which a vendor says that it does not take what it was sent, whoever sends it. */
const ABOUT_TEXTS: readonly unknown[] = [400, 413, 422]
/** So many texts are refused one by one; after that it is not about them. */
const MOST_REFUSED = 5

/** What could not be embedded while documents are taken in: the others go on. */
export interface RefusedTexts {
  /** Whether nothing more is asked: the vendor is away, or refuses whatever it gets. */
  readonly isOver: boolean
  /** Whether texts that failed together are tried apart. */
  mayBeOne(error: unknown): boolean
  /** Takes note of texts that fail for good. @throws the error where it ends the run */
  note(texts: readonly string[], error: unknown): void
  /** Whether this text was refused. */
  has(text: string): boolean
  /** The error that the taking in ends with; undefined where nothing was refused. */
  toError(of: { embedded: number; refused: readonly number[] }): unknown
}

/** Begins a list of refused texts. */
export function listRefused(): RefusedTexts {
  const texts = new Set<string>()
  let first: unknown
  let isAway = false
  const isAboutTexts = (error: unknown) =>
    error instanceof Error && 'vendorStatus' in error && ABOUT_TEXTS.includes(error.vendorStatus)
  return {
    get isOver() {
      return isAway || texts.size >= MOST_REFUSED
    },
    mayBeOne: isAboutTexts,
    note(some, error) {
      if (isFatal(error) || !isRunnelError(error)) throw error
      first ??= error
      if (isAboutTexts(error)) for (const text of some) texts.add(text)
      else isAway = true
    },
    has: (text) => texts.has(text),
    toError({ embedded, refused }) {
      if (first === undefined || embedded === 0) return first
      const code = isRunnelError(first) ? first.code : 'model_error'
      const said = errorMessage(first)
      if (refused.length === 0)
        return new RunnelError(code, `${said} What was embedded until then is kept for the next try.`, {
          cause: first,
        })
      const count = refused.length === 1 ? 'One text is' : `${refused.length} texts are`
      const issues = refused.map((index) => ({ path: `documents[${index}]`, message: said }))
      return new RunnelError(
        code,
        `${count} refused, all others that were asked for are embedded and kept: ${said}`,
        { cause: first, issues },
      )
    },
  }
}
