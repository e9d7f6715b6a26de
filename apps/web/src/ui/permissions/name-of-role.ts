import { builtInRoleNames } from '@runnel/contract'
import i18next from 'i18next'

/**
 * What a role is called on the page, by its name: the built-in ones in the language of the page. No other role may have
 * one of their names.
 */
export function nameOfRole(name: string): string {
  const builtIn = builtInRoleNames.find((each) => each === name)
  return builtIn === undefined ? name : i18next.t(`builtInRole.${builtIn}`, { ns: 'ui' })
}
