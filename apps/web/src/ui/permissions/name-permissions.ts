import { permissionCatalogue } from '@runnel/contract'
import i18next from 'i18next'
import { permissionWord } from './grantable-permissions.ts'

type Details = Readonly<Record<string, string>>

/** Where a refusal names permissions by their keys: all of a list, or such of which one is enough. */
const NAMED = ['permission', 'permissions'] as const
const ALL = ', '
const ANY = ' / '

/**
 * What a refusal names and the message of the server, with the words of permissions in place of their keys: nobody has seen
 * those. Where the page has not got the words, or the server knows more permissions than it, the keys stay.
 */
export function namePermissions(
  details: Details | undefined,
  message: string,
): { words: Details; message: string } {
  let told = message
  const words: Record<string, string> = { ...details }
  for (const name of NAMED) {
    const keys = words[name]
    if (keys === undefined || keys === '') continue
    words[name] = keys.includes(ANY) ? keys.split(ANY).map(wordOf).join(ANY) : nameAll(keys.split(ALL))
    told = told.replaceAll(keys, () => words[name] ?? keys)
  }
  return { words, message: told }
}

/** Permissions by category, of which there may be dozens: a whole category by its name alone. */
function nameAll(keys: readonly string[]): string {
  const byCategory = Map.groupBy(keys, (key) => categoryOf(key) ?? key)
  return [...byCategory]
    .map(([category, held]) => {
      const [only = ''] = held
      const all = permissionCatalogue[category]
      if (all === undefined || held.length === 1) return wordOf(only)
      const head = say(`category.${category}`, category)
      return held.length === all.length ? head : `${head}: ${held.map(shortOf).join(', ')}`
    })
    .join('; ')
}

function wordOf(key: string): string {
  const category = categoryOf(key)
  return category === undefined ? key : `${say(`category.${category}`, category)}: ${shortOf(key)}`
}

const shortOf = (key: string) => say(`permission.${permissionWord(key)}`, key)

const categoryOf = (key: string): string | undefined =>
  Object.keys(permissionCatalogue).find((name) => permissionCatalogue[name]?.some((each) => each.key === key))

/** Keys of the catalogue are the server's, as those of refusals are. */
const say = (key: string, otherwise: string): string =>
  i18next.t(key as 'legend', { ns: 'permissions', defaultValue: otherwise })
