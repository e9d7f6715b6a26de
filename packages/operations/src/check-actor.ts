import { refusalOf, tellWhy } from '@runnel/contract'
import type { Person } from './people-rights.ts'

/**
 * Other clients write into a body who acts. That is known, so it has no effect; somebody else is refused.
 * @param fields their paths in the request, and what stands there
 * @throws RunnelError `invalid_input` naming the field
 */
export function checkActor(
  { userId }: Person,
  fields: Readonly<Record<string, string | null | undefined>>,
): void {
  for (const [path, named] of Object.entries(fields))
    if (named != null && named !== userId) throw refusalOf('invalid_input', tellWhy('actor_other'), { path })
}
