import { RunnelError } from '@runnel/contract'
import type { FlowRow } from '@runnel/db'
import { ANONYMOUS } from './session-namespace.ts'

/** A random UUID: version 4, or version 7, which the server issues. */
const RANDOM_UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[47][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}'
const IS_RANDOM = new RegExp(`^${RANDOM_UUID}$`, 'i')
const ENDS_RANDOM = new RegExp(`${RANDOM_UUID}$`, 'i')

/** True for the id of a chat that only its caller can know; the published widget may put a name before a UUID. */
export function isUnguessable(chatId: string): boolean {
  return ENDS_RANDOM.test(chatId)
}

/** Whether a caller must show by the very id of its conversation that it is the one who began it. */
export function isPrivate(flow: Pick<FlowRow, 'privateSessions'>, namespace: string): boolean {
  return flow.privateSessions && namespace === ANONYMOUS
}

/** @throws RunnelError `invalid_input` for an id that others could guess, where conversations are private */
export function checkPrivateNames(names: {
  chatId?: string | undefined
  sessionId?: string | undefined
}): void {
  const given = { chatId: names.chatId, 'overrideConfig.sessionId': names.sessionId }
  for (const [path, id] of Object.entries(given)) {
    if (id === undefined || IS_RANDOM.test(id)) continue
    const fault =
      'must be the id that the first answer gave, or a random UUID (version 4 or 7): the conversations of this flow are private, and others could guess this one'
    throw new RunnelError('invalid_input', `${path} ${fault}.`, { issues: [{ path, message: fault }] })
  }
}
