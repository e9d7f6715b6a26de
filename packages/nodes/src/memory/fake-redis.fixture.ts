import type { JsonValue } from '@runnel/contract'

/** Lists of a Redis in memory, and how long they live in seconds. */
export interface FakeLists {
  lives: Map<string, number>
  /** Puts messages into a list as another product would, oldest first. */
  store(key: string, messages: string[]): void
  /** Runs a command; one that is not known, or not well formed, is refused. */
  run(command: string[]): { result: JsonValue } | { error: string }
}

/** What must stand behind the key of a command. */
const isFit: Record<string, RegExp> = { LPUSH: /./, LRANGE: /^0,(?:-1|\d+)$/, EXPIRE: /^[1-9]\d*$/ }

/** Makes empty lists. */
export function createFakeLists(): FakeLists {
  const lists = new Map<string, string[]>()
  const lives = new Map<string, number>()
  const push = (key: string, values: string[]) => {
    const list = [...values.toReversed(), ...(lists.get(key) ?? [])]
    lists.set(key, list)
    return list.length
  }
  const doings: Record<string, (key: string, rest: string[]) => JsonValue> = {
    LPUSH: push,
    LRANGE: (key, [, last]) => (lists.get(key) ?? []).slice(0, last === '-1' ? undefined : Number(last) + 1),
    EXPIRE(key, [seconds]) {
      lives.set(key, Number(seconds))
      return 1
    },
  }
  return {
    lives,
    store: (key, messages) => void push(key, messages),
    run([command = '', key = '', ...rest]) {
      const done = isFit[command]?.test(rest.join()) ? doings[command]?.(key, rest) : undefined
      return done === undefined ? { error: `ERR unknown command ${command}` } : { result: done }
    },
  }
}
