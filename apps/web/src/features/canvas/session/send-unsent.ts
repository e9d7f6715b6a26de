import { type Client, isApiError } from '@runnel/client'
import type { UnsentWork } from './unsent-work.ts'

const UNAUTHORIZED = 401
const TOO_MANY = 429

/** Whether a call that failed may succeed by itself later: no answer, a server in trouble, a session that ended. */
export function mayPass(error: unknown): boolean {
  if (!isApiError(error)) return false
  const { status } = error
  return status === 0 || status >= 500 || status === UNAUTHORIZED || status === TOO_MANY
}

/** Whether a call failed because nobody is signed in any more. */
export function isSessionEnd(error: unknown): boolean {
  return isApiError(error) && error.status === UNAUTHORIZED
}

/**
 * Sends the work that this browser could not send before, so that the draft on the server is the whole of it. Where
 * another window went on meanwhile, the later one of the two counts.
 */
export async function sendUnsent(
  api: Pick<Client, 'appendDraft' | 'getDraft'>,
  unsent: UnsentWork,
  id: string,
): Promise<void> {
  const work = unsent.read(id)
  if (work === undefined) return
  const params = { id }
  try {
    await api.appendDraft({ params, body: work.body })
  } catch (error) {
    if (mayPass(error)) return
    if (isApiError(error) && error.code === 'stale_draft') {
      const { draft } = await api.getDraft({ params })
      const { after: _known, ...body } = work.body
      if (draft === null || Date.parse(draft.updatedDate) < work.at) await api.appendDraft({ params, body })
    }
  }
  unsent.forget(id)
}
