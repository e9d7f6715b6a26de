import type { Database } from '@runnel/db'

type Store = Record<string, (...given: never[]) => unknown>

/** The writes of acts on people, rights and ways in, by the stores that make them. */
const WRITES = {
  people: ['change', 'remove', 'removeFromWorkspace', 'adopt'],
  invitations: ['invite', 'accept'],
  accountLife: ['keepLink'],
  secondFactors: ['reset'],
  provisioning: ['mapGroup', 'insertToken', 'giveToken', 'removeToken'],
  signOn: ['save', 'remove', 'require'],
  workspaces: ['delete'],
} as const satisfies Partial<Record<keyof Database['system'], readonly string[]>>

/**
 * Has something happen once, after the next act was first looked at and before its transaction begins.
 * @returns whether it has happened, and what ends the waiting for it
 */
export function interruptAct(
  { db }: { db: Database },
  happens: () => Promise<unknown>,
): { hasHappened(): boolean; restore(): void } {
  let isDue = true
  const first = async () => {
    if (!isDue) return
    isDue = false
    await happens()
  }
  const undo: (() => void)[] = []
  const wrap = (store: Store, name: string) => {
    const original = store[name]
    if (!original) throw new Error(`No store writes by ${name}.`)
    store[name] = async (...given: never[]) => {
      await first()
      return original(...given)
    }
    undo.push(() => {
      store[name] = original
    })
  }
  for (const [store, names] of Object.entries(WRITES))
    for (const name of names) wrap(db.system[store as keyof typeof WRITES] as unknown as Store, name)
  wrap(db as unknown as Store, 'write')
  const { organization } = db
  db.organization = (id) => {
    const store = organization(id)
    const write: typeof store.write = async (...given) => {
      await first()
      return store.write(...given)
    }
    return Object.create(store, { write: { value: write } }) as typeof store
  }
  undo.push(() => {
    db.organization = organization
  })
  return {
    hasHappened: () => !isDue,
    restore() {
      for (const each of undo) each()
    },
  }
}
