import type { DatabaseSync } from 'node:sqlite'

/**
 * Adds to a connection the functions that our statements use beside SQLite's own. `check` is called with each of their
 * calls, so that it can end a statement by throwing.
 */
export function addSqliteFunctions(database: DatabaseSync, check: () => void = () => undefined): void {
  replaceLower(database, check)
  addTranslate(database, check)
}

/** SQLite's own `lower` knows only ASCII; searching a name must not. */
function replaceLower(database: DatabaseSync, check: () => void): void {
  database.function('lower', { deterministic: true }, (value) => {
    check()
    return typeof value === 'string' ? value.toLowerCase() : value
  })
}

/** PostgreSQL's `translate`: each character of `from` becomes the one at its place in `to`. */
function addTranslate(database: DatabaseSync, check: () => void): void {
  const maps = new Map<string, Map<string, string>>()
  const mapOf = (from: string, to: string) => {
    const key = JSON.stringify([from, to])
    const map = maps.get(key) ?? new Map([...from].map((letter, index) => [letter, [...to][index] ?? '']))
    maps.set(key, map)
    return map
  }
  database.function('translate', { deterministic: true }, (value, from, to) => {
    check()
    if (typeof value !== 'string') return value
    const map = mapOf(String(from), String(to))
    return [...value].map((letter) => map.get(letter) ?? letter).join('')
  })
}
