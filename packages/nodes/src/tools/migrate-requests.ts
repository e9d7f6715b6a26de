import type { NodeMigration } from '@runnel/node-kit'
import { formerParams, type RequestsKind } from './requests-kinds.ts'

/** Lifts a tool of the first version, whose params bore the names of what they are alone. */
export function migrateRequests(kind: RequestsKind): NodeMigration {
  const former = formerParams(kind)
  return {
    number: 1,
    below: 2,
    migrate: (values) => {
      const own = Object.entries(values).filter(([name]) => !Object.hasOwn(former, name))
      const lifted = Object.entries(former).flatMap(([name, present]) => {
        const value = values[name]
        return value === undefined || value === '' ? [] : [[present, value] as const]
      })
      return Object.fromEntries([...own, ...lifted])
    },
  }
}
